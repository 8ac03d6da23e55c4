// `npm test`: installs what the tests need, lints, type-checks, and runs every test on the built program.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildIfNeeded, installIfNeeded, root, run } from './prepare.mjs';
import { ensurePrograms, testPrograms } from './system-packages.mjs';

ensurePrograms(testPrograms);
installIfNeeded();
const bin = (name) => join(root, 'node_modules/.bin', name);
run(bin('biome'), ['check', '--error-on-warnings']);
run(process.execPath, [join(root, 'scripts/check-folders.mjs')]);
run(process.execPath, [join(root, 'scripts/check-words.mjs')]);
buildIfNeeded();
run(bin('tsc'), ['-b']);

const results = join(root, '.stamps/test-results.json');
mkdirSync(join(root, '.stamps'), { recursive: true });
const args = [
  'run',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${results}`,
  ...process.argv.slice(2),
];
const { status } = spawnSync(bin('vitest'), args, {
  cwd: root,
  stdio: ['ignore', 'inherit', 'inherit'],
  env: { ...process.env, STATIONERY_IS_BUILT: 'yes' },
});

const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = JSON.parse(
  readFileSync(results, 'utf8'),
);
const skipped = numPendingTests + numTodoTests;
for (const { assertionResults } of testResults) {
  for (const { status: outcome, fullName } of assertionResults) {
    if (outcome === 'pending' || outcome === 'skipped') console.log(`skipped: ${fullName}`);
  }
}
console.log(`${numPassedTests} passed, ${numFailedTests} failed, ${skipped} skipped`);
process.exitCode = status ?? 1;
