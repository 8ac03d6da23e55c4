import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** After the first answer, so that no client waits for it, and before most other requests. */
const settleAfterMs = 2_000;
const watchEveryMs = 1_000;
/** Processor time in that second; a service at rest takes a hundredth of it. */
const busyMicroseconds = 250_000;

type CollectGarbage = (how: { type: 'major'; execution: 'sync'; flavor: 'last-resort' }) => void;

/**
 * Keeps a service small that then mostly waits. A start runs nearly everything once: optimising that would load the
 * compiler for nothing. Called when the code of the service is loaded: with other flags than at its start, Node could not
 * use code that was compiled before, neither that of its own modules nor ours.
 */
export function startSmall(): void {
  setFlagsFromString('--no-opt');
}

/**
 * Called when a service has started. A start leaves behind a heap of twice the size that is needed from then on, which
 * V8 would keep; it is asked once to give that back. Optimising begins with the first second in which there is much to do.
 */
export function settle(): void {
  setTimeout(() => {
    collectGarbage()({ type: 'major', execution: 'sync', flavor: 'last-resort' });
    let before = process.cpuUsage();
    const watch = setInterval(() => {
      const { user, system } = process.cpuUsage(before);
      before = process.cpuUsage();
      if (user + system < busyMicroseconds) return;
      setFlagsFromString('--opt');
      clearInterval(watch);
    }, watchEveryMs).unref();
  }, settleAfterMs).unref();
}

/** V8 hands out the function only to contexts that are made while the flag is set. */
function collectGarbage(): CollectGarbage {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as CollectGarbage;
  setFlagsFromString('--no-expose-gc');
  return collect;
}
