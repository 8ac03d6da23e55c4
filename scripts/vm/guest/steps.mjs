// How a test inside the machine reports its steps: one line a step, `ok`, `not ok` or `skip`, and `end`.
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';

/** Runs steps that build on each other: once one fails, those behind it are skipped. */
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
 * Asks until the answer is a good one, gives it, and says how long that took in `until.tookMs`. A machine without
 * acceleration, on a busy host, is slow and not wrong; a promise of the program has a limit of its own.
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
    // Asking must not take the processor from what is waited for.
    await sleep(Math.min(Math.max(50, 3 * (answeredMs - askedMs)), 1_000));
  }
}
