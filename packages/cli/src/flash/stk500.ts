import { type BytePort, type Clock, messageOf } from '@stationery/core';
import { Failure } from '../terminal/exit-codes.ts';

/** STK500 version 1, the protocol of the boot loader on an Arduino Uno (Atmel AVR061). */
const commands = {
  sync: 0x30,
  enterProgramming: 0x50,
  leaveProgramming: 0x51,
  loadAddress: 0x55,
  programPage: 0x64,
  readPage: 0x74,
  readSignature: 0x75,
} as const;
const endOfCommand = 0x20;
const inSync = 0x14;
const ok = 0x10;

const atmega328pSignature = '1e950f';
export const unoPageBytes = 128;
/** Flash of an ATmega328P without its boot loader. */
export const unoFlashBytes = 32_768 - 512;

/** The boot loader of a Uno uses the first rate, that of an older Nano the second. */
const baudRates = [115_200, 57_600];
const maxResets = 6;
const syncsPerReset = 8;
const syncMs = 120;
const replyMs = 2_000;
/**
 * How long to close the port to reset the board: its reset line
 * follows DTR, which is inactive while the port is closed.
 */
const closedMs = 300;

interface FlashOptions {
  open(baudRate: number): Promise<BytePort>;
  program: Uint8Array;
  clock: Clock;
  signal: AbortSignal;
  onProgress(step: 'write' | 'verify', doneBytes: number, totalBytes: number): void;
}

export async function flashUno(options: FlashOptions): Promise<void> {
  const { program, signal, onProgress } = options;
  const board = await findBootLoader(options);
  try {
    const signature = Buffer.from(await board.ask([commands.readSignature], 3)).toString('hex');
    if (signature !== atmega328pSignature) {
      throw new Failure(
        `This board has a different chip (signature ${signature}), so nothing was written. The firmware is for an Arduino Uno or Nano with an ATmega328P.`,
      );
    }
    await board.ask([commands.enterProgramming], 0);
    for (const step of ['write', 'verify'] as const) {
      for (let at = 0; at < program.length; at += unoPageBytes) {
        signal.throwIfAborted();
        const page = program.subarray(at, at + unoPageBytes);
        // The boot loader takes addresses in words of two bytes.
        await board.ask([commands.loadAddress, (at >> 1) & 0xff, at >> 9], 0);
        if (step === 'write') {
          await board.ask([commands.programPage, page.length >> 8, page.length & 0xff, 0x46, ...page], 0);
        } else {
          const read = await board.ask(
            [commands.readPage, page.length >> 8, page.length & 0xff, 0x46],
            page.length,
          );
          if (Buffer.compare(read, page) !== 0) {
            throw new Failure('The board did not keep the firmware. Run the command again.');
          }
        }
        onProgress(step, at + page.length, program.length);
      }
    }
    await board.ask([commands.leaveProgramming], 0);
  } finally {
    await board.close();
  }
}

async function findBootLoader({ open, clock, signal }: FlashOptions): Promise<BootLoader> {
  for (let reset = 0; reset < maxResets; reset++) {
    signal.throwIfAborted();
    const board = new BootLoader(await open(baudRates[reset % baudRates.length]!), clock);
    for (let tries = 0; tries < syncsPerReset; tries++) {
      if (await board.hasSync(tries === 0)) return board;
    }
    await board.close();
    await new Promise<void>((resolve) => clock.after(closedMs, resolve));
  }
  throw new Failure(
    'The board does not answer as an Arduino Uno. Check that it is one, close other programs that use the port, and press its reset button while the command runs.',
  );
}

class BootLoader {
  readonly #port: BytePort;
  readonly #clock: Clock;
  #received = Buffer.alloc(0);
  #notify: () => void = () => undefined;
  #lost: Error | undefined;

  constructor(port: BytePort, clock: Clock) {
    this.#port = port;
    this.#clock = clock;
    port.onBytes((bytes) => {
      // Keep only the last bytes, because a sketch that is still
      // running may send many; no reply is longer than a page.
      this.#received = Buffer.concat([this.#received, bytes]).subarray(-4 * unoPageBytes);
      this.#notify();
    });
    port.onClose((reason) => {
      this.#lost = reason ?? new Error('closed');
      this.#notify();
    });
  }

  /** Whether the boot loader answers the sync command. Ignores what a running sketch sent before the answer. */
  async hasSync(isFirst: boolean): Promise<boolean> {
    this.#received = Buffer.alloc(0);
    await this.#write([commands.sync]);
    const wanted = Buffer.from([inSync, ok]);
    if (!(await this.#until(() => this.#received.includes(wanted), syncMs))) return false;
    // Wait for late answers to earlier attempts, which would be mistaken for the answer to the next command.
    if (!isFirst) await this.#until(() => false, syncMs);
    return true;
  }

  async ask(command: readonly number[], replyBytes: number): Promise<Buffer> {
    this.#received = Buffer.alloc(0);
    await this.#write(command);
    const length = replyBytes + 2;
    const isWhole = await this.#until(() => this.#received.length >= length, replyMs);
    const reply = this.#received.subarray(0, length);
    if (!isWhole || reply[0] !== inSync || reply.at(-1) !== ok) throw interrupted('it stopped answering');
    return reply.subarray(1, -1);
  }

  async close(): Promise<void> {
    await this.#port.close();
  }

  async #write(command: readonly number[]): Promise<void> {
    try {
      await this.#port.write(Uint8Array.of(...command, endOfCommand));
    } catch (error) {
      throw interrupted(messageOf(error));
    }
  }

  async #until(isMet: () => boolean, limitMs: number): Promise<boolean> {
    let isOver = false;
    const cancel = this.#clock.after(limitMs, () => {
      isOver = true;
      this.#notify();
    });
    try {
      while (!isMet() && !isOver) {
        if (this.#lost !== undefined) throw interrupted('the cable was pulled');
        await new Promise<void>((resolve) => {
          this.#notify = resolve;
        });
      }
      return isMet();
    } finally {
      cancel();
    }
  }
}

const interrupted = (reason: string) =>
  new Failure(
    `Writing was interrupted: ${reason}. The boot loader of the board is unharmed: plug it in and run the command again.`,
  );
