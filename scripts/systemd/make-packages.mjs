// What the test installs: a package, an update of the station for it, and a newer package.
import { execFileSync } from 'node:child_process';
import { copyFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { packageForTests } from '../package/for-tests.mjs';
import { root } from '../prepare.mjs';

export const versions = { first: '0.1.0', update: '0.1.5', second: '0.2.0' };

/** Their names, in a folder. */
export function makePackages(folder) {
  const node = (...args) => execFileSync(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 2] });
  const debian = (version, options) => {
    const { debian } = packageForTests(version, options);
    const name = basename(debian);
    copyFileSync(debian, join(folder, name));
    return name;
  };
  const stationery = 'packages/cli/bin/stationery.mjs';
  node(stationery, 'firmware', 'keygen', '--out', join(folder, 'release'));
  const key = ['--key', join(folder, 'release.key')];
  const bundle = join(folder, 'update.stnfw');
  node(stationery, 'firmware', 'build', '--version', versions.update, ...key, '--out', bundle);
  // The tests of the package have made the first one already, with an archive.
  return { first: debian(versions.first), second: debian(versions.second, ['--only', 'debian']) };
}
