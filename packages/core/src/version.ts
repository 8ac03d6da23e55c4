import { readFileSync } from 'node:fs';

const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8');

/** The version of Stationery: all packages have the same. */
export const { version: packageVersion } = JSON.parse(manifest) as { version: string };

/** Version 1.4.0 is `01.04.00` in the interface of the station. */
export function interfaceVersion(version: string): string {
  return version
    .split(/[.-]/)
    .slice(0, 3)
    .map((part) => part.padStart(2, '0'))
    .join('.');
}
