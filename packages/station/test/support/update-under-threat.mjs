import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { installBundle } from './install-bundle.mjs';

/** Shell script that can kill this process at any moment. It starts its timer when it reads a line. */
const killer = 'echo; read go; sleep "$1"; kill -9 "$PPID"';

async function startKiller(afterMs) {
  const { stdin, stdout } = spawn('/bin/sh', ['-c', killer, 'killer', String(afterMs / 1000)], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  await once(stdout, 'data');
  return () => stdin.write('\n');
}

/** Installs the bundle, and is killed at the step or moment that the plan names. */
export async function updateUnderThreat(plan, running, version, say) {
  const { dieAtStep, dieAfterMs } = plan;
  let steps = 0;
  const begin = dieAfterMs === undefined ? () => {} : await startKiller(dieAfterMs);
  begin();
  const beganMs = performance.now();
  await installBundle({ ...plan, running, version }, (name) => {
    if (++steps !== dieAtStep) return;
    say(`DIES ${name}`);
    process.kill(process.pid, 'SIGKILL');
  });
  say(`INSTALLED ${steps} steps in ${performance.now() - beganMs} ms`);
}
