import { Worker } from 'node:worker_threads';
import { installBundle } from './install-bundle.mjs';

/** Another thread can end the process in the middle of anything, also between two steps. */
const killer = `
const { workerData: afterMs } = require('node:worker_threads');
Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, afterMs);
process.kill(process.pid, 'SIGKILL');`;

/** Installs the bundle of the plan, and is killed at the step or the moment that the plan names. */
export async function updateUnderThreat(plan, running, version, say) {
  const { dieAtStep, dieAfterMs } = plan;
  let steps = 0;
  if (dieAfterMs !== undefined) {
    const worker = new Worker(killer, { eval: true, workerData: dieAfterMs });
    await new Promise((resolve) => worker.once('online', resolve));
  }
  const beganMs = performance.now();
  await installBundle({ ...plan, running, version }, (name) => {
    if (++steps !== dieAtStep) return;
    say(`DIES ${name}`);
    process.kill(process.pid, 'SIGKILL');
  });
  say(`INSTALLED ${steps} steps in ${performance.now() - beganMs} ms`);
}
