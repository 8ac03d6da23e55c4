// Packages for tests, cached until their inputs change.
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export const versions = { first: '0.1.0', update: '0.1.5', second: '0.2.0' };

/**
 * Returns, for this machine: the archive and the Debian package of the first version, the Debian
 * package of the second, a `small` one, and a `bundle` that updates the first one, signed with
 * `key`.
 */
export function packagesForTests() {
  const script = fileURLToPath(new URL('make-for-tests.mjs', import.meta.url));
  const said = execFileSync(process.execPath, [script], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 2],
  });
  return JSON.parse(said);
}
