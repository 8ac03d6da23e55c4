// Reports test steps from inside the machine: one line per step, `ok`, `not ok` or `skip`, and `end`.
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';

/** Steps build on each other: after a failure the rest is skipped. */
export async function runSteps(steps) {
  let failed = false;
  for (const [name, step] of Object.entries(steps)) {
    if (failed) {
      say('skip', name);
      continue;
    }
    const startedMs = performance.now();
    try {
      const remark = await step();
      console.error(`${name}: ${Math.round(performance.now() - startedMs)} ms`);
      say('ok', remark === undefined ? name : `${name} (${remark})`);
    } catch (error) {
      failed = true;
      console.error(error);
      say('not ok', `${name}: ${error.message.split('\n')[0]}`);
    }
  }
  console.log('end');
  return !failed;
}

const say = (outcome, text) => console.log(`${outcome} ${text}`);

/**
 * Polls until the answer is truthy, returns it, and sets `until.tookMs`. Generous, because a
 * machine without acceleration on a busy host is slow; promises of the program have their own
 * limits.
 */
export async function until(what, ask, { withinMs = 180_000 } = {}) {
  const startedMs = performance.now();
  for (;;) {
    const askedMs = performance.now();
    const answer = await ask();
    const answeredMs = performance.now();
    until.tookMs = Math.round(answeredMs - startedMs);
    if (answer) return answer;
    assert.ok(until.tookMs < withinMs, `${what}: not within ${withinMs} ms`);
    // Polls rarely, to leave the CPU to the awaited program.
    await sleep(Math.min(Math.max(50, 3 * (answeredMs - askedMs)), 1_000));
  }
}
