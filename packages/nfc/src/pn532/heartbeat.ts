import { diagnoseEcho, isEchoOf } from './commands.ts';
import { ExchangeError, type Pn532Link } from './link.ts';

const answerTimeoutMs = 100;
const maxTries = 3;

/**
 * Returns a function that asks the chip for an echo and throws if the chip is dead. Unanswered searches alone do
 * not prove that.
 */
export function heartbeat(link: Pn532Link): () => Promise<void> {
  let mark = 0;
  return async () => {
    for (let tries = 1; ; tries++) {
      // A new mark for each echo, so that a late answer to an earlier call does not match.
      const echo = diagnoseEcho(++mark);
      try {
        await link.exchange(echo, { answerTimeoutMs, belongs: (data) => isEchoOf(echo, data) });
        return;
      } catch (error) {
        const isOver = !(error instanceof ExchangeError) || error.failure === 'gone';
        if (isOver || tries === maxTries) throw error;
      }
    }
  };
}
