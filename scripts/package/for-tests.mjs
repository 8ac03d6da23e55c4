// Packages that tests install. Kept: what is unchanged is not built again, whichever test needs it next.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from '../prepare.mjs';
import { architectures, thisArchitecture } from './architectures.mjs';

/** The archive and the Debian package of a version, for this machine. */
export function packageForTests(version, options = []) {
  const out = join(root, '.stamps/package/for-tests');
  // With the Node that is here and hardly compressed: neither is what is tried.
  const quick = ['--runtime', process.execPath, '--compression', '0', ...options];
  execFileSync(process.execPath, ['scripts/package.mjs', ...quick, '--version', version, '--out', out], {
    cwd: root,
    stdio: ['ignore', 'pipe', 2],
  });
  const name = thisArchitecture();
  return {
    archive: join(out, `stationery-${version}-linux-${name}.tar.gz`),
    debian: join(out, `stationery_${version}_${architectures[name].debian}.deb`),
  };
}
