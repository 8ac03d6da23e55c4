import { type Clock, sleep } from '@stationery/core';
import type { Bus } from '../bus/bus.ts';
import { bits, chipCommand, fifoBytes, register } from './registers.ts';

/** Answer of a tag; `collision` if several answered differently. */
type TagAnswer = { bytes: Uint8Array } | 'none' | 'collision';

/** The chip does not keep values written to its registers, or does not finish a command. */
export class ChipSilent extends Error {
  override readonly name = 'ChipSilent';
}

/**
 * Register settings for 106 kbit/s type A (sections 9.3.2 and 9.3.3): shortest modulation, full amplitude,
 * checksums computed by this program instead of the chip, and a timer of 200 times 25 µs that starts after
 * sending.
 */
const settings: readonly (readonly [number, number])[] = [
  [register.txMode, 0x00],
  [register.rxMode, 0x00],
  [register.modulationWidth, 0x26],
  [register.timerMode, 0x80],
  [register.timerPrescaler, 0xa9],
  [register.timerReloadHigh, 0x00],
  [register.timerReloadLow, 0xc8],
  [register.txAsk, 0x40],
  [register.mode, 0x3d],
];
const resetMs = 5;
const askEveryMs = 2;
const maxAsks = 20;

export class Rc522Chip {
  readonly #bus: Bus;
  readonly #clock: Clock;
  readonly #signal: AbortSignal;

  constructor({ bus, clock, signal }: { bus: Bus; clock: Clock; signal: AbortSignal }) {
    this.#bus = bus;
    this.#clock = clock;
    this.#signal = signal;
  }

  /** Resets and sets up the chip, switches the antenna on, and returns the version. */
  async start(): Promise<number> {
    await this.#write([register.command, chipCommand.softReset]);
    await this.#until(async () => {
      const [command] = await this.#read(register.command);
      return (command! & bits.powerDown) === 0;
    }, resetMs);
    const [txControl, version] = await this.#read(register.txControl, register.version);
    await this.#write(...settings, [register.txControl, txControl! | bits.antenna]);
    if (!(await this.isAlive())) throw new ChipSilent();
    return version!;
  }

  /** Whether the chip still has its settings. If the chip is missing, reads return constant or random bits. */
  async isAlive(): Promise<boolean> {
    const [txControl, ...kept] = await this.#read(register.txControl, ...settings.map(([each]) => each));
    const isOn = (txControl! & bits.antenna) === bits.antenna;
    return isOn && settings.every(([, value], at) => value === kept[at]);
  }

  /**
   * Sends bytes to the tag and returns its answer. `lastBits` is the number of bits of the last byte to send, 0
   * for all.
   */
  async transceive(bytes: Uint8Array, lastBits = 0): Promise<TagAnswer> {
    await this.#write(
      [register.command, chipCommand.idle],
      [register.interrupts, 0x7f],
      [register.fifoLevel, bits.flush],
      [register.fifoData, ...bytes],
      [register.bitFraming, lastBits],
      [register.command, chipCommand.transceive],
      [register.bitFraming, lastBits | bits.startSend],
    );
    let error = 0;
    let level = 0;
    let isReceived = false;
    await this.#until(async () => {
      const [interrupts, errors, count] = await this.#read(
        register.interrupts,
        register.error,
        register.fifoLevel,
      );
      error = errors!;
      level = count!;
      isReceived = (interrupts! & bits.received) !== 0;
      return isReceived || (interrupts! & bits.timer) !== 0;
    });
    await this.#write([register.bitFraming, 0]);
    if ((error & bits.collision) !== 0) return 'collision';
    if (!isReceived || (error & (bits.overflow | bits.parity | bits.protocol)) !== 0) return 'none';
    if (level === 0 || level > fifoBytes) return 'none';
    return { bytes: await this.#read(...new Array<number>(level).fill(register.fifoData)) };
  }

  async #until(isTrue: () => Promise<boolean>, everyMs = askEveryMs): Promise<void> {
    for (let asks = 0; asks < maxAsks; asks++) {
      await sleep(this.#clock, everyMs, this.#signal);
      if (await isTrue()) return;
    }
    throw new ChipSilent();
  }

  /**
   * Writes registers, one transfer for each: all bytes of a transfer go to the same register. The address is in
   * bits 1 to 6 (section 8.1.2).
   */
  async #write(...writes: readonly (readonly [number, ...number[]])[]): Promise<void> {
    this.#signal.throwIfAborted();
    await Promise.all(
      writes.map(([address, ...values]) => this.#bus.transfer(Uint8Array.of(address << 1, ...values))),
    );
  }

  /** Reads registers. Bit 7 of an address means reading; each value comes with the next byte. */
  async #read(...addresses: number[]): Promise<Uint8Array> {
    this.#signal.throwIfAborted();
    const request = Uint8Array.of(...addresses.map((address) => 0x80 | (address << 1)), 0);
    return (await this.#bus.transfer(request)).subarray(1);
  }
}
