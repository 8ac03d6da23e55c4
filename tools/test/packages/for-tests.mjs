// Packages for tests, cached until their inputs change.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

export const versions = { first: '0.1.0', update: '0.1.5', second: '0.2.0' };

/**
 * Returns the paths of the packages. `small`: a package without Node; `bundle`: an update of the first
 * version, signed with `key`.
 */
export function packagesForTests() {
  const script = join(import.meta.dirname, 'make-for-tests.mjs');
  const said = execFileSync(process.execPath, [script], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 2],
  });
  return JSON.parse(said);
}
