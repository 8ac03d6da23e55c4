import type { Clock } from '@stationery/core';
import { isGarbled } from '../../link/line-framer.ts';
import type { LinkPort } from '../../link/link-port.ts';
import { type Detected, detectAtOtherRates } from './detect.ts';
import type { Recognition } from './recognition.ts';

/** Finds the baud rate of an unrecognised machine that has sent noise and no line. */
export class BaudRateSearch {
  readonly #recognition: Recognition;
  readonly #clock: Clock;
  readonly #heardSinceOpening = { line: false, noise: false };
  #wasTried = false;
  #running: Promise<void> = Promise.resolve();

  constructor(recognition: Recognition, clock: Clock) {
    this.#recognition = recognition;
    this.#clock = clock;
  }

  get isDue(): boolean {
    const { line, noise } = this.#heardSinceOpening;
    const { isCertain, port } = this.#recognition;
    return noise && !line && !isCertain && !this.#wasTried && port.baudRate !== undefined;
  }

  /** `work` uses the port. Until it ends, ports returned by `listening` do not open. */
  run(work: () => Promise<void>): void {
    this.#wasTried = true;
    this.#running = work();
  }

  find(isWanted: () => boolean): Promise<Detected | undefined> {
    return detectAtOtherRates(this.#recognition.port, this.#clock, isWanted);
  }

  get ended(): Promise<void> {
    return this.#running;
  }

  forget(): void {
    this.#wasTried = false;
  }

  heard(line: string): void {
    if (!isGarbled(line)) this.#heardSinceOpening.line = true;
  }

  /** Returns a port that is checked for noise until a line was heard, and opens when nothing else uses it. */
  listening(port: LinkPort, afterwards: Promise<void>): LinkPort {
    const heard = this.#heardSinceOpening;
    const openPort = async (baudRate?: number) => {
      await Promise.all([afterwards, this.#running]);
      const opened = await port.openPort(baudRate);
      Object.assign(heard, { line: false, noise: false });
      const stop = opened.onBytes((bytes) => {
        if (heard.line) stop();
        else heard.noise ||= bytes.some((byte) => byte > 0x7f);
      });
      return opened;
    };
    return { ...port, openPort };
  }
}
