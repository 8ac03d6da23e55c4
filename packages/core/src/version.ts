import { readFileSync } from 'node:fs';

const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8');

export const { version: packageVersion } = JSON.parse(manifest) as { version: string };

/** Returns a version in the format of the station's interface: `01.04.00` for 1.4.0. */
export function interfaceVersion(version: string): string {
  return version
    .split(/[.-]/)
    .slice(0, 3)
    .map((part) => part.padStart(2, '0'))
    .join('.');
}
