import type { BytePort, Clock, OpenBytePort } from '@stationery/core';
import { LineFramer } from '../link/line-framer.ts';
import { type SettleTimes, Settling } from '../link/settling.ts';
import type { DriverName } from './driver.ts';
import { recogniseAnswer, recogniseLine } from './recognise.ts';

export interface Detected {
  /** Undefined where nothing that was said is sure. */
  driver: DriverName | undefined;
  /** What the machine said. */
  lines: string[];
}

/**
 * What is asked, one after the other, until an answer is known: the version of an EBB, of GRBL, of our own firmware. None
 * of it moves a machine, whichever machine it is.
 */
const questions = ['V\r', '$I\n', 'VERSION\n'];
const answerMs = 600;
const mostLines = 50;

/** Opens the port, reads the banner of the machine, and asks it what it is. Closes the port again. */
export async function detect(parts: {
  openPort: OpenBytePort;
  settle: SettleTimes;
  clock: Clock;
}): Promise<Detected> {
  const { openPort, settle, clock } = parts;
  const port = await openPort();
  const heard = new Heard(port);
  try {
    await heard.settled(clock, settle);
    for (const question of questions) {
      if (heard.driver !== undefined) break;
      await port.write(Buffer.from(question));
      await heard.within(clock, answerMs);
    }
    return { driver: heard.driver, lines: heard.lines };
  } finally {
    await port.close().catch(() => undefined);
  }
}

class Heard {
  readonly lines: string[] = [];
  driver: DriverName | undefined;
  #onBytes: () => void = () => {};
  #onKnown: () => void = () => {};

  constructor(port: BytePort) {
    const framer = new LineFramer();
    port.onBytes((bytes) => {
      this.#onBytes();
      framer.push(bytes, (line) => this.#line(line));
    });
    port.onClose(() => this.#onKnown());
  }

  /** A board that was reset by the opening has started, or the machine is known. */
  settled(clock: Clock, times: SettleTimes): Promise<void> {
    return new Promise((resolve) => {
      const settling = new Settling(clock, times, resolve);
      this.#onBytes = () => settling.heard();
      this.#onKnown = () => {
        settling.cancel();
        resolve();
      };
      if (this.driver !== undefined) this.#onKnown();
    });
  }

  /** The machine is known, or the time is over. */
  within(clock: Clock, timeoutMs: number): Promise<void> {
    return new Promise((resolve) => {
      const cancel = clock.after(timeoutMs, resolve);
      this.#onKnown = () => {
        cancel();
        resolve();
      };
      if (this.driver !== undefined) this.#onKnown();
    });
  }

  #line(line: string): void {
    if (this.lines.length < mostLines) this.lines.push(line.slice(0, 200));
    this.driver ??= recogniseLine(line) ?? recogniseAnswer(line);
    if (this.driver !== undefined) this.#onKnown();
  }
}
