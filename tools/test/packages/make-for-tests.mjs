// Builds all packages of `for-tests.mjs` in one process, because loading the program takes longer than building.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildIfNeeded, root } from '../../lib/prepare.mjs';
import { thisArchitecture } from '../../release/package/architectures.mjs';
import { packageInputs } from '../../release/package/inputs.mjs';
import { makePackages } from '../../release/package/make.mjs';
import { versions } from './for-tests.mjs';

const out = join(root, '.stamps/package/for-tests');

console.log(JSON.stringify(await makeAll()));

async function makeAll() {
  buildIfNeeded();
  // Use the local Node and no compression, because neither is under test.
  const defaults = { arch: thisArchitecture(), out, runtime: process.execPath, compression: '0' };
  const first = await makePackages({ ...defaults, version: versions.first });
  const second = await makePackages({ ...defaults, version: versions.second, only: 'debian' });
  // Include a tiny program instead of Node, which lintian would read for half a minute.
  const little = { ...defaults, out: join(out, 'small'), runtime: '/bin/true', only: 'debian' };
  const small = await makePackages({ ...little, version: versions.first, compression: '1' });
  return {
    archive: first.archive,
    debian: first.debian,
    second: second.debian,
    small: small.debian,
    ...makeBundle(packageInputs({ ...defaults, version: versions.update })),
  };
}

function makeBundle(inputs) {
  const folder = join(out, 'update');
  const made = { key: join(folder, 'release.pub'), bundle: join(folder, 'update.stnfw') };
  const stamp = join(folder, 'inputs');
  const isMade = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === inputs;
  if (isMade()) return made;
  // The folder is renamed when it is complete, so that concurrent builds never see an incomplete one.
  const half = `${folder}.${process.pid}`;
  const inHalf = (name) => join(half, name);
  mkdirSync(half, { recursive: true });
  const firmware = (...args) =>
    execFileSync(process.execPath, ['packages/cli/bin/stationery.mjs', 'firmware', ...args], {
      cwd: root,
      env: { ...process.env, STATIONERY_IS_BUILT: 'yes' },
      stdio: ['ignore', 'pipe', 2],
    });
  try {
    firmware('keygen', '--out', inHalf('release'));
    const key = ['--key', inHalf('release.key')];
    firmware('build', '--version', versions.update, ...key, '--out', inHalf('update.stnfw'));
    writeFileSync(inHalf('inputs'), inputs);
    if (!isMade()) {
      rmSync(folder, { recursive: true, force: true });
      renameSync(half, folder);
    }
    return made;
  } finally {
    rmSync(half, { recursive: true, force: true });
  }
}
