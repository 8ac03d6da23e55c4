// Runs vitest on one of the projects in vitest.config.ts.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { rootCertificates } from 'node:tls';
import { stripVTControlCharacters } from 'node:util';
import { useMemoryFolder } from '../lib/memory-folder.mjs';
import { root } from '../lib/prepare.mjs';

const maxSlowestShown = 20;

/** Runs vitest. Resolves with the exit code. */
export async function vitest(args) {
  useMemoryFolder();
  const child = spawn(process.execPath, [join(root, 'node_modules/vitest/vitest.mjs'), ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...withoutExtraCertificates(process.env), STATIONERY_IS_BUILT: 'yes' },
  });
  // Ignore Ctrl+C here, because vitest receives it, too, and this
  // process must end after vitest has released the terminal.
  process.on('SIGINT', () => {});
  const [code] = await once(child, 'exit');
  return code ?? 1;
}

/** Prints the skipped, slowest and failed tests and the counts, and returns the counts. */
export async function runProject(project, args = []) {
  const results = join(root, `.stamps/${project}-results.json`);
  mkdirSync(join(root, '.stamps'), { recursive: true });
  rmSync(results, { force: true });
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${results}`];
  const code = await vitest(['run', '--project', project, ...reporters, ...args]);
  const report = JSON.parse(readFileSync(results, 'utf8'));
  const counts = {
    passed: report.numPassedTests,
    // Count an error outside any test, which sets the exit code without a failed test.
    failed: Math.max(report.numFailedTests, code === 0 ? 0 : 1),
    skipped: report.numPendingTests + report.numTodoTests,
  };
  const tests = report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map((test) => ({ ...test, file: relative(root, name) })),
  );
  for (const { status, fullName } of tests) {
    if (status === 'pending' || status === 'skipped') console.log(`skipped: ${fullName}`);
  }
  showSlowest(tests);
  showFailures(report.testResults);
  console.log(describeCounts(counts));
  return counts;
}

export const describeCounts = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed, ${skipped} skipped`;

function showSlowest(tests) {
  if (tests.length <= maxSlowestShown) return;
  console.log(`The slowest ${maxSlowestShown} tests:`);
  const bySlowness = tests.toSorted((a, b) => (b.duration ?? 0) - (a.duration ?? 0));
  for (const { file, fullName, duration = 0 } of bySlowness.slice(0, maxSlowestShown)) {
    console.log(`${(duration / 1000).toFixed(1).padStart(6)} s  ${file}: ${fullName}`);
  }
}

/** Prints the failures again at the end, because logs that are cut keep their end. `.ci/run` collects these lines. */
function showFailures(files) {
  for (const { name, status, message, assertionResults } of files) {
    const file = relative(root, name);
    const failures = assertionResults.filter((test) => test.status === 'failed');
    for (const { fullName, failureMessages } of failures) {
      console.log(`failed: ${file}: ${fullName}: ${firstLines(failureMessages.join(' '))}`);
    }
    if (status === 'failed' && failures.length === 0) console.log(`failed: ${file}: ${firstLines(message)}`);
  }
}

const firstLines = (text) => stripVTControlCharacters(text).split('\n').slice(0, 6).join(' | ').slice(0, 800);

// Removes NODE_EXTRA_CA_CERTS, with which Node starts four times slower. Only npm needs the certificates, and it
// accepts them as a file of its own.

/** @param {NodeJS.ProcessEnv} env */
function withoutExtraCertificates({ NODE_EXTRA_CA_CERTS: extra, ...env }) {
  if (!extra) return env;
  const file = join(root, '.stamps/certificates.pem');
  mkdirSync(join(root, '.stamps'), { recursive: true });
  // Include Node's own root certificates, because npm uses this file instead of them.
  writeFileSync(file, `${rootCertificates.join('\n')}\n${readFileSync(extra, 'utf8')}`);
  return { npm_config_cafile: file, ...env };
}
