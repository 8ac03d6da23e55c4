// `npm run test:systemd`: tests the Debian package under a real systemd, in a container. It is installed, used,
// updated, crashed, hung, upgraded, removed and purged.
import { copyFileSync, existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { buildIfNeeded, installIfNeeded } from '../lib/prepare.mjs';
import { containerPrograms, ensurePrograms, missingPrograms } from '../lib/system-packages.mjs';
import { packagesForTests } from './packages/for-tests.mjs';
import { bootContainer } from './systemd/container.mjs';
import { ensureDebianRoot, whyNoDebianRoot } from './systemd/debian-root.mjs';
import { packageLifecycle } from './systemd/package-lifecycle.mjs';

const counts = { passed: 0, failed: 0, skipped: 0 };
const hindrance = whyNot();
if (hindrance === undefined) await runAll();
else tell(process.env.CI === 'true' ? 'failed' : 'skipped', hindrance);
console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
process.exitCode = counts.failed === 0 ? 0 : 1;

/** Copies the packages to a folder. Returns their names. */
function copyPackages(folder) {
  const { debian, second, key, bundle } = packagesForTests();
  for (const file of [debian, second, key, bundle]) copyFileSync(file, join(folder, basename(file)));
  return { first: basename(debian), second: basename(second) };
}

function whyNot() {
  const reason = whyNoDebianRoot();
  if (reason !== undefined) return reason;
  ensurePrograms(containerPrograms);
  const missing = missingPrograms(containerPrograms);
  return missing.length > 0 ? `there is no ${missing.join(', ')} here` : undefined;
}

async function runAll() {
  installIfNeeded();
  buildIfNeeded();
  const folder = await mkdtemp(join(tmpdir(), 'stationery-systemd-'));
  let container;
  try {
    const root = ensureDebianRoot();
    const packages = copyPackages(folder);
    container = await bootContainer({ root, binds: [`${folder}:/packages`] });
    await runSteps(packageLifecycle(container, packages), container);
  } catch (error) {
    tell('failed', error.message);
  } finally {
    await container?.powerOff();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Runs the steps. After a failure the remaining steps are skipped. */
async function runSteps(steps, container) {
  let hasFailed = false;
  for (const [name, step] of Object.entries(steps)) {
    if (hasFailed) {
      tell('skipped', name);
      continue;
    }
    const startedMs = performance.now();
    try {
      await step();
      tell('passed', `${name} (${Math.round(performance.now() - startedMs)} ms)`);
    } catch (error) {
      hasFailed = true;
      tell('failed', `${name}: ${error.message}`);
      if (existsSync(container.path('/'))) console.log(container.try('journalctl', '-n', '60').stdout);
    }
  }
}

function tell(outcome, text) {
  counts[outcome]++;
  console.log(`${{ passed: '✓', failed: '✗', skipped: '-' }[outcome]} systemd: ${text}`);
}
