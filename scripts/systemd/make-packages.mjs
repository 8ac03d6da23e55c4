// Packages for the test: a first version, a firmware update for it, and a newer package.
import { copyFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { packagesForTests } from '../package/for-tests.mjs';

/** Copies them into a folder with the update key. Returns the package names. */
export function makePackages(folder) {
  const { debian, second, key, bundle } = packagesForTests();
  for (const file of [debian, second, key, bundle]) copyFileSync(file, join(folder, basename(file)));
  return { first: basename(debian), second: basename(second) };
}
