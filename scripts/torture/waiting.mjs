import { setTimeout as sleep } from 'node:timers/promises';

/** Long enough for a busy machine; when all is well nothing waits for it. */
const giveUpAfterMs = 60_000;

/** Asks again and again until `look` gives something true, and gives that. */
export async function until(what, look) {
  const endMs = performance.now() + giveUpAfterMs;
  for (;;) {
    const found = await look();
    if (found) return found;
    if (performance.now() > endMs) throw new Error(`timed out waiting until ${what}`);
    await sleep(15);
  }
}
