// What the test installs: a package, an update of the station for it, and a newer package.
import { copyFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { packagesForTests } from '../package/for-tests.mjs';

/** Puts them into a folder, with the key of the update; gives the names of the packages. */
export function makePackages(folder) {
  const { debian, second, key, bundle } = packagesForTests();
  for (const file of [debian, second, key, bundle]) copyFileSync(file, join(folder, basename(file)));
  return { first: basename(debian), second: basename(second) };
}
