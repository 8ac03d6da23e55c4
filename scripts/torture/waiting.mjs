import { setTimeout as sleep } from 'node:timers/promises';

/** Long enough for a busy machine; when all is well nothing waits for it. */
const giveUpAfterMs = 60_000;
/** What comes soon is noticed soon; most questions are asked of what takes long, and each takes time from it. */
const [shortestMs, longestMs] = [15, 200];

/** Asks again and again until `look` gives something true, and gives that. */
export async function until(what, look) {
  const endMs = performance.now() + giveUpAfterMs;
  for (let waitMs = shortestMs; ; waitMs = Math.min(waitMs * 1.5, longestMs)) {
    const found = await look();
    if (found) return found;
    if (performance.now() > endMs) throw new Error(`timed out waiting until ${what}`);
    await sleep(waitMs);
  }
}
