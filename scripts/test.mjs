// `npm test`: installs what the tests need, lints, type-checks, and runs every test on the built program.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { withoutExtraCertificates } from './extra-certificates.mjs';
import { useMemoryFolder } from './memory-folder.mjs';
import { root } from './prepare.mjs';
import { prepareTests } from './prepare-tests.mjs';

const slowestShown = 20;

// `.ci/run` has done it for everything that runs beside this.
if (process.env.STATIONERY_IS_PREPARED !== 'yes') await prepareTests();

const bin = (name) => join(root, 'node_modules/.bin', name);
const results = join(root, '.stamps/test-results.json');
mkdirSync(join(root, '.stamps'), { recursive: true });
useMemoryFolder();
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
  env: { ...withoutExtraCertificates(process.env), STATIONERY_IS_BUILT: 'yes' },
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
showSlowest(testResults);
console.log(`${numPassedTests} passed, ${numFailedTests} failed, ${skipped} skipped`);
process.exitCode = status ?? 1;

function showSlowest(files) {
  const tests = files.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, duration = 0 }) => ({
      file: relative(root, name),
      fullName,
      duration,
    })),
  );
  if (tests.length <= slowestShown) return;
  console.log(`The slowest ${slowestShown} tests:`);
  for (const { file, fullName, duration } of tests
    .sort((a, b) => b.duration - a.duration)
    .slice(0, slowestShown)) {
    console.log(`${(duration / 1000).toFixed(1).padStart(6)} s  ${file}: ${fullName}`);
  }
}
