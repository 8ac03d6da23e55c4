import { diagnoseEcho, isEchoOf } from './commands.ts';
import { ExchangeError } from './exchange-error.ts';
import type { Pn532Link } from './link.ts';

const answerTimeoutMs = 100;
const maxTries = 3;

/** Asks the chip for an echo: the proof that it is alive, where silence alone proves nothing. */
export class Heartbeat {
  readonly #link: Pn532Link;
  #mark = 0;

  constructor(link: Pn532Link) {
    this.#link = link;
  }

  /** Throws when the chip does not echo. */
  async beat(): Promise<void> {
    for (let tries = 1; ; tries++) {
      try {
        await this.#echo();
        return;
      } catch (error) {
        const isOver = !(error instanceof ExchangeError) || error.failure === 'gone';
        if (isOver || tries === maxTries) throw error;
      }
    }
  }

  /** Each echo carries a fresh mark, so that a late answer to an earlier call is not taken for it. */
  async #echo(): Promise<void> {
    this.#mark++;
    const echo = diagnoseEcho(this.#mark);
    await this.#link.exchange(echo, { answerTimeoutMs, belongs: (data) => isEchoOf(echo, data) });
  }
}
