import { diagnoseEcho, isEchoOf } from './commands.ts';
import { ExchangeError, type Pn532Link } from './link.ts';

const answerTimeoutMs = 100;
const maxTries = 3;

/** Asks the chip for an echo to check that it is alive. Silence alone proves nothing. */
export class Heartbeat {
  readonly #link: Pn532Link;
  #mark = 0;

  constructor(link: Pn532Link) {
    this.#link = link;
  }

  /** Throws if the chip does not echo. */
  async beat(): Promise<void> {
    for (let tries = 1; ; tries++) {
      // A new mark for each echo, so that a late answer to an earlier call does not match.
      const echo = diagnoseEcho(++this.#mark);
      try {
        await this.#link.exchange(echo, { answerTimeoutMs, belongs: (data) => isEchoOf(echo, data) });
        return;
      } catch (error) {
        const isOver = !(error instanceof ExchangeError) || error.failure === 'gone';
        if (isOver || tries === maxTries) throw error;
      }
    }
  }
}
