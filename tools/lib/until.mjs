import { setTimeout as sleep } from 'node:timers/promises';

/** Generous for a busy machine; not reached if all is well. */
const giveUpAfterMs = 60_000;
/** Starts with short intervals and backs off, because each query costs CPU time. */
const [minMs, maxMs] = [10, 200];

/** Polls until `look` returns a truthy value, and returns it. */
export async function until(what, look, withinMs = giveUpAfterMs) {
  const endMs = performance.now() + withinMs;
  for (let waitMs = minMs; ; waitMs = Math.min(waitMs * 1.5, maxMs)) {
    const found = await look();
    if (found) return found;
    if (performance.now() > endMs) throw new Error(`timed out waiting until ${what}`);
    await sleep(waitMs);
  }
}
