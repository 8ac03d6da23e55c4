// What every test needs: the programs, the packages, a checkout that is built, lints and type-checks. By itself this
// file prepares for all of the tests, also those in virtual machines and in the container.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { buildIfNeeded, checkers, installIfNeeded, root, run } from './prepare.mjs';
import { containerPrograms, ensurePrograms, machinePrograms, testPrograms } from './system-packages.mjs';

export async function prepareTests(programs = testPrograms) {
  ensurePrograms(programs);
  installIfNeeded();
  const bin = (name) => join(root, 'node_modules/.bin', name);
  // Beside the build, which leaves a processor idle.
  const linter = spawn(bin('biome'), ['check', '--error-on-warnings'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
  });
  const linted = once(linter, 'exit');
  for (const check of ['check-folders', 'check-words']) {
    run(process.execPath, [join(root, `scripts/${check}.mjs`)]);
  }
  buildIfNeeded();
  run(bin('tsc'), ['-b', ...checkers]);
  const [status] = await linted;
  if (status !== 0) process.exit(status ?? 1);
}

if (process.argv[1] === import.meta.filename) {
  await prepareTests({ ...testPrograms, ...machinePrograms, ...containerPrograms });
}
