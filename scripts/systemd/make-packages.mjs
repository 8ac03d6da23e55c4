// What the test installs: a package, an update of the station for it, and a newer package.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from '../prepare.mjs';

export const versions = { first: '0.1.0', update: '0.1.5', second: '0.2.0' };

/** Their names, in a folder. With the Node that is here and not compressed: neither is what is tried. */
export function makePackages(folder) {
  const node = (...args) => execFileSync(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 2] });
  const quick = ['--runtime', process.execPath, '--compression', '0', '--only', 'debian', '--out', folder];
  const debian = (version) => {
    const said = node('scripts/package.mjs', ...quick, '--version', version).toString();
    return said.trim().split('\n').at(-1).split('/').at(-1);
  };
  const stationery = 'packages/cli/bin/stationery.mjs';
  node(stationery, 'firmware', 'keygen', '--out', join(folder, 'release'));
  const key = ['--key', join(folder, 'release.key')];
  const bundle = join(folder, 'update.stnfw');
  node(stationery, 'firmware', 'build', '--version', versions.update, ...key, '--out', bundle);
  return { first: debian(versions.first), second: debian(versions.second) };
}
