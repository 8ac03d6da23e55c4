import { type BytePort, type Clock, type OpenBytePort, sleep } from '@stationery/core';
import { type Bus, BusError, type OpenBus } from '../bus/bus.ts';
import { encodeFrame } from './frame.ts';
import { Pn532Parser } from './parser.ts';

/** How frames travel on a bus (user manual, sections 6.2.3 to 6.2.5). */
interface Pn532Wire {
  isReady(bus: Bus): Promise<boolean>;
  write(bus: Bus, frame: Uint8Array): Promise<unknown>;
  read(bus: Bus, bytes: number): Promise<Uint8Array>;
}

const ready = 0x01;

/** The I2C wire. Every read begins with a status byte. */
export const i2cWire: Pn532Wire = {
  isReady: async (bus) => ((await bus.transfer(new Uint8Array(0), 1))[0]! & ready) !== 0,
  write: (bus, frame) => bus.transfer(frame),
  read: async (bus, bytes) => (await bus.transfer(new Uint8Array(0), bytes + 1)).subarray(1),
};

const spiOperation = { write: 0x01, status: 0x02, read: 0x03 } as const;

/**
 * The SPI wire. The first byte is the operation. The chip sends the lowest bit first, which most controllers
 * cannot do, so the bits are mirrored here.
 */
export const spiWire: Pn532Wire = {
  isReady: async (bus) => ((await exchange(bus, spiOperation.status, 1))[0]! & ready) !== 0,
  write: (bus, frame) => bus.transfer(mirrored(Uint8Array.of(spiOperation.write, ...frame))),
  read: (bus, bytes) => exchange(bus, spiOperation.read, bytes),
};

async function exchange(bus: Bus, operation: number, bytes: number): Promise<Uint8Array> {
  const request = new Uint8Array(1 + bytes);
  request[0] = operation;
  return mirrored((await bus.transfer(mirrored(request))).subarray(1));
}

export function mirrored(bytes: Uint8Array): Uint8Array {
  return bytes.map((byte) => {
    let reversed = 0;
    for (let bit = 0; bit < 8; bit++) reversed |= ((byte >> bit) & 1) << (7 - bit);
    return reversed;
  });
}

const ack = encodeFrame({ kind: 'ack' });
const nack = encodeFrame({ kind: 'nack' });
/**
 * Number of bytes read per frame. A longer read than the frame returns filler; a shorter read loses the end of
 * the frame.
 */
const answerBytes = 64;
const askEveryMs = 3;
/**
 * Maximum number of failed attempts. A chip that is waking up does not acknowledge its I2C address at first.
 */
const maxFailures = 5;
const failedWaitMs = 5;
const wakeUpMs = 5;

/**
 * Makes a byte port of a PN532 on a bus. After every write, polls until a frame is ready and reads it. Opening
 * rejects with a `BusError` if `openBus` does or if the chip does not acknowledge.
 */
export function pn532BusPort(
  openBus: OpenBus,
  wire: Pn532Wire,
  { clock, name }: { clock: Clock; name: string },
): OpenBytePort {
  return async () => new BusPort(await openBus(), wire, { clock, name });
}

class BusPort implements BytePort {
  readonly name: string;
  readonly #bus: Bus;
  readonly #wire: Pn532Wire;
  readonly #clock: Clock;
  readonly #bytes = new Set<(bytes: Uint8Array) => void>();
  readonly #ends = new Set<(reason?: Error) => void>();
  readonly #closed = new AbortController();
  /** Incremented by every write, which ends the polling for an earlier answer. */
  #writes = 0;
  #work: Promise<unknown> = Promise.resolve();

  constructor(bus: Bus, wire: Pn532Wire, { clock, name }: { clock: Clock; name: string }) {
    this.name = name;
    this.#bus = bus;
    this.#wire = wire;
    this.#clock = clock;
  }

  async write(frame: Uint8Array): Promise<void> {
    const write = ++this.#writes;
    await this.#inTurn(() => this.#wire.write(this.#bus, frame));
    if (write === this.#writes && !isSame(frame, ack)) void this.#listen(write, !isSame(frame, nack));
  }

  onBytes(listener: (bytes: Uint8Array) => void): () => void {
    this.#bytes.add(listener);
    return () => this.#bytes.delete(listener);
  }

  onClose(listener: (reason?: Error) => void): () => void {
    this.#ends.add(listener);
    return () => this.#ends.delete(listener);
  }

  /** Aborts the chip's running command, and wakes the chip. */
  async flushInput(): Promise<void> {
    await this.write(ack);
    await sleep(this.#clock, wakeUpMs, this.#closed.signal);
  }

  async close(): Promise<void> {
    if (this.#closed.signal.aborted) return;
    this.#closed.abort(new Error('the port is closed'));
    await this.#bus.close();
  }

  /** Reads the acknowledgement, if the chip sends one, and the answer. */
  async #listen(write: number, isAcknowledged: boolean): Promise<void> {
    const { signal } = this.#closed;
    const parser = new Pn532Parser();
    let bytes = isAcknowledged ? ack.length : answerBytes;
    try {
      while (write === this.#writes) {
        await sleep(this.#clock, askEveryMs, signal);
        if (write !== this.#writes || !(await this.#inTurn(() => this.#wire.isReady(this.#bus)))) continue;
        if (write !== this.#writes) return;
        const read = await this.#inTurn(() => this.#wire.read(this.#bus, bytes));
        const frames = parser.push(read);
        for (const listener of [...this.#bytes]) listener(read);
        if (frames.some(({ kind }) => kind !== 'ack')) return;
        if (frames.length > 0) bytes = answerBytes;
      }
    } catch (error) {
      if (signal.aborted) return;
      this.#closed.abort(error);
      for (const listener of [...this.#ends]) listener(error as Error);
      await this.#bus.close();
    }
  }

  /** Runs operations one at a time. Retries if the chip does not acknowledge. */
  #inTurn<T>(operation: () => Promise<T>): Promise<T> {
    const { signal } = this.#closed;
    const turn = this.#work.then(async () => {
      for (let failures = 0; ; ) {
        signal.throwIfAborted();
        try {
          return await operation();
        } catch (error) {
          if (!(error instanceof BusError) || ++failures === maxFailures) throw error;
          await sleep(this.#clock, failedWaitMs, signal);
        }
      }
    });
    this.#work = turn.catch(() => undefined);
    return turn;
  }
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.compare(a, b) === 0;
}
