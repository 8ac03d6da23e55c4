/** A chip on an I2C bus, or behind the chip select of an SPI controller. */
export interface Bus {
  /**
   * I2C: writes the bytes, or reads `readBytes` if there are none. SPI: exchanges the bytes and returns as
   * many bytes. Transfers run in the order of the calls. Rejects with a `BusError`.
   */
  transfer(bytes: Uint8Array, readBytes?: number): Promise<Uint8Array>;
  close(): Promise<void>;
}

export type OpenBus = () => Promise<Bus>;

/** `errno` is the system's error number, for example 121 if nothing acknowledges an I2C address. */
export class BusError extends Error {
  override readonly name = 'BusError';
  readonly errno: number | 'no-perl';

  constructor(errno: number | 'no-perl') {
    super(`the bus failed: ${errno}`);
    this.errno = errno;
  }
}
