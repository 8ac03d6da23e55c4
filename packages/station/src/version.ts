import { readFileSync } from 'node:fs';

const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

export const packageVersion = manifest.version;

/** Version 1.4.0 reads `01.04.00` in the interface. */
export function interfaceVersion(version: string): string {
  return version
    .split(/[.-]/)
    .slice(0, 3)
    .map((part) => part.padStart(2, '0'))
    .join('.');
}
