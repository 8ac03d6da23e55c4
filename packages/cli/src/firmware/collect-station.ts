import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { messageOf, SettingError } from '@stationery/core';
import type { TarFile } from '@stationery/station';

const scope = '@stationery/';
/** Where the program of a collected station is. */
export const stationEntry = `node_modules/${scope}cli/bin/stationery.mjs`;
/** For tools that look at code and for people who read it, not for running it. */
const notToRun = /\.([cm]?ts|map|tsbuildinfo|md|markdown|flow|ya?ml)$/i;
/** Terms that must go wherever the code goes. */
const terms = /^(licen[cs]e|notice|copying)/i;
/** What stands beside the code in the packages of others. */
const besideTheCode = new Set(
  'test tests __tests__ bench benchmark benchmarks example examples doc docs .github'.split(' '),
);

interface PackageManifest {
  version: string;
  dependencies?: Record<string, string>;
}

/**
 * Everything that a built station needs to run, from a checkout: our packages that the command uses, and the
 * packages of others that are not only for development. Packages of ours stand where an installation has them,
 * because an archive of ours knows no links. Sorted, so that the same checkout gives the same bytes.
 */
export function collectStation(root: string, version: string): TarFile[] {
  const files = [...ourPackages(root)].flatMap((name) => collectOurs(root, name, version));
  for (const path of installedPackages(root)) {
    files.push(...collectFolder(join(root, path), path, (name) => !besideTheCode.has(name)));
  }
  return files.sort((one, other) => (one.path < other.path ? -1 : 1));
}

export function checkoutVersion(root: string): string {
  return readManifest(join(root, 'packages/cli')).version;
}

function ourPackages(root: string): Set<string> {
  const found = new Set(['cli']);
  for (const name of found) {
    const { dependencies = {} } = readManifest(join(root, 'packages', name));
    for (const each of Object.keys(dependencies)) {
      if (each.startsWith(scope)) found.add(each.slice(scope.length));
    }
  }
  return found;
}

function collectOurs(root: string, name: string, version: string): TarFile[] {
  const from = join(root, 'packages', name);
  const to = `node_modules/${scope}${name}`;
  const manifest = Buffer.from(`${JSON.stringify({ ...readManifest(from), version }, null, 2)}\n`);
  const folders = ['bin', 'dist'].filter((folder) => existsSync(join(from, folder)));
  if (!folders.includes('dist')) throw new SettingError(`${from} is not built; run “npm run build” first`);
  return [
    { path: `${to}/package.json`, content: manifest, executable: false },
    ...folders.flatMap((folder) => collectFolder(join(from, folder), `${to}/${folder}`)),
  ];
}

/**
 * What npm installed here for running, by its own record of it. It takes native modules for both C libraries; the
 * one that Debian and Node’s own program have is enough.
 */
function installedPackages(root: string): string[] {
  const record = JSON.parse(readFileSync(join(root, 'node_modules/.package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean; link?: boolean }>;
  };
  return Object.entries(record.packages)
    .filter(([path, { dev, link }]) => path.startsWith('node_modules/') && !dev && !link)
    .map(([path]) => path)
    .filter((path, _, all) => !/-musl/.test(path) || !all.includes(path.replace('-musl', '-gnu')))
    .filter((path) => existsSync(join(root, path)));
}

function collectFolder(from: string, to: string, isWanted = (_name: string) => true): TarFile[] {
  return readdirSync(from, { withFileTypes: true }).flatMap((entry) => {
    if (!isWanted(entry.name)) return [];
    const [source, path] = [join(from, entry.name), `${to}/${entry.name}`];
    // Packages inside of packages are in npm's record on their own.
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : collectFolder(source, path);
    if (!entry.isFile() || (notToRun.test(entry.name) && !terms.test(entry.name))) return [];
    return [{ path, content: readFileSync(source), executable: (statSync(source).mode & 0o100) !== 0 }];
  });
}

function readManifest(folder: string): PackageManifest {
  try {
    return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as PackageManifest;
  } catch (error) {
    throw new SettingError(`${folder} is no package of a checkout: ${messageOf(error)}`);
  }
}
