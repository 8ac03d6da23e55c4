import type { BytePort } from '@stationery/core';
import { type Bus, BusError } from '../bus/bus.ts';
import { mirrored } from '../pn532/bus-port.ts';
import { wakeUp } from '../pn532/commands.ts';
import type { Pn532Simulator } from './pn532-simulator.ts';

/** Error number if nothing acknowledges the address (`EREMOTEIO`). */
const notAcknowledged = 121;

/** The I2C or SPI side of a simulated PN532: frames wait until the host asks for them. */
export class Pn532OnBus {
  /** A fixed status byte: 0x01 for a chip that is always ready, 0xFF for a floating line. */
  stuckStatus: number | undefined;
  readonly #chip: Pn532Simulator;
  readonly #kind: 'i2c' | 'spi';
  #port: BytePort | undefined;
  #frames: Uint8Array[] = [];

  constructor(chip: Pn532Simulator, kind: 'i2c' | 'spi') {
    this.#chip = chip;
    this.#kind = kind;
  }

  /** Opens the bus like `/dev/i2c-1`, which exists even without the chip. */
  readonly openBus = async (): Promise<Bus> => ({
    transfer: async (bytes, readBytes) =>
      this.#kind === 'i2c' ? this.#i2c(bytes, readBytes) : this.#spi(bytes),
    close: async () => this.#port?.close(),
  });

  async #i2c(bytes: Uint8Array, readBytes = 0): Promise<Uint8Array> {
    // A sleeping chip wakes up at its address, but does not acknowledge it.
    const wasAsleep = this.#chip.isAsleep;
    if (!(await this.#connect()) || wasAsleep) throw new BusError(notAcknowledged);
    if (bytes.length > 0) await this.#hear(bytes);
    return bytes.length > 0 ? new Uint8Array(0) : this.#say(readBytes, 1);
  }

  async #spi(request: Uint8Array): Promise<Uint8Array> {
    const isPlugged = await this.#connect();
    const [operation, ...bytes] = mirrored(request);
    const answer = new Uint8Array(request.length);
    if (!isPlugged) return answer.fill(this.stuckStatus ?? 0x00);
    if (operation === 0x01) await this.#hear(Uint8Array.from(bytes));
    if (operation === 0x02) answer[1] = this.#status;
    if (operation === 0x03) answer.set(this.#say(bytes.length, 0), 1);
    return mirrored(answer);
  }

  get #status(): number {
    return this.stuckStatus ?? Number(this.#frames.length > 0);
  }

  async #connect(): Promise<boolean> {
    if (!this.#chip.plugged) {
      this.#port = undefined;
      this.#frames = [];
      return false;
    }
    if (this.#port === undefined) {
      const port = await this.#chip.openPort();
      this.#port = port;
      port.onBytes((frame) => this.#frames.push(frame));
      port.onClose(() => {
        if (this.#port === port) this.#port = undefined;
      });
    }
    if (this.#chip.isAsleep) await this.#port.write(wakeUp);
    return true;
  }

  async #hear(frame: Uint8Array): Promise<void> {
    this.#frames = [];
    await this.#port?.write(frame);
  }

  /**
   * Returns the status if `statusBytes` is 1, then a frame. The frame is consumed even if only a part of it was
   * requested.
   */
  #say(bytes: number, statusBytes: number): Uint8Array {
    const answer = new Uint8Array(bytes).fill(this.stuckStatus ?? 0x00);
    if (statusBytes === 1) answer[0] = this.#status;
    const frame = bytes > statusBytes ? this.#frames.shift() : undefined;
    answer.set((frame ?? answer.subarray(statusBytes)).subarray(0, bytes - statusBytes), statusBytes);
    return answer;
  }
}
