import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Polls until `look` returns a truthy value, returns it, and sets `until.tookMs`. The default limit is generous,
 * because a virtual machine on a busy host is slow; promises of the program have their own limits.
 */
export async function until(what, look, { withinMs = 180_000 } = {}) {
  const startedMs = performance.now();
  // Wait longer after each attempt, and longer if looking takes long, to leave the CPU to the awaited program.
  for (let waitMs = 10; ; waitMs = Math.min(waitMs * 1.5, 200)) {
    const askedMs = performance.now();
    const found = await look();
    const answeredMs = performance.now();
    until.tookMs = Math.round(answeredMs - startedMs);
    if (found) return found;
    if (until.tookMs >= withinMs) throw new Error(`${what}: not within ${withinMs} ms`);
    await sleep(Math.max(waitMs, Math.min(3 * (answeredMs - askedMs), 1_000)));
  }
}

until.tookMs = 0;

/** Repeats `work` while the NATS server of a fleet cannot be reached. */
export async function untilReachable(work) {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!['fleet-unreachable', 'fleet-failed'].includes(error.code)) throw error;
      await sleep(200);
    }
  }
}
