// `npm run test:system`: lints, checks types, and runs every test that `npm test` leaves out: those with a browser, a broker or
// any other program, and at the same time those in a virtual machine and in a container. Installs the programs they need.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { buildIfNeeded, checkers, installIfNeeded, root, run } from '../lib/prepare.mjs';
import { readArguments } from '../lib/read-arguments.mjs';
import { containerPrograms, ensurePrograms, machinePrograms, testPrograms } from '../lib/system-packages.mjs';
import { describeCounts, runProject } from './vitest.mjs';

readArguments({ script: import.meta.filename });
ensurePrograms({ ...testPrograms, ...machinePrograms, ...containerPrograms });
installIfNeeded();
// Both are made once per machine, mostly by downloading, while the build leaves a processor idle.
const kernel = start('tools/test/vm/kernel.mjs');
const debian = start('tools/test/systemd/debian-root.mjs');
await check();
await Promise.all([kernel.ended, debian.ended]);

const beside = runBeside();
// Lower the priority of vitest, which waits for conditions. The
// virtual machine has time limits and uses one processor.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
const counts = [await runProject('system'), ...(await beside)];
const total = counts.reduce((sum, one) => ({
  passed: sum.passed + one.passed,
  failed: sum.failed + one.failed,
  skipped: sum.skipped + one.skipped,
}));
console.log(describeCounts(total));
process.exitCode = total.failed === 0 ? 0 : 1;

/** Lints and checks types. Ends the process if a step fails. */
async function check() {
  const linter = spawn(join(root, 'node_modules/.bin/biome'), ['check', '--error-on-warnings'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
  });
  const linted = once(linter, 'exit');
  run(process.execPath, [join(root, 'tools/check/check-folders.mjs')]);
  buildIfNeeded();
  run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-b', ...checkers]);
  const [status] = await linted;
  if (status !== 0) process.exit(status ?? 1);
}

async function runBeside() {
  const all = [];
  for (const script of ['tools/test/vm.mjs', 'tools/test/systemd.mjs']) {
    const { ended } = start(script);
    const { output, code } = await ended;
    process.stdout.write(output);
    const [, passed = 0, failed = 1, skipped = 0] =
      /^(\d{1,6}) passed, (\d{1,6}) failed, (\d{1,6}) skipped$/m.exec(output) ?? [];
    all.push({
      passed: Number(passed),
      failed: Math.max(Number(failed), code === 0 ? 0 : 1),
      skipped: Number(skipped),
    });
  }
  return all;
}

function start(script) {
  const child = spawn(process.execPath, [join(root, script)], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => (output += text));
  }
  return { ended: once(child, 'close').then(([code]) => ({ output, code })) };
}
