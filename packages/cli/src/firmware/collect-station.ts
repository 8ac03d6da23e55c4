import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { TarFile } from '@stationery/appliance';
import { messageOf, SettingError } from '@stationery/core';

const scope = '@stationery/';
export const stationEntry = `node_modules/${scope}cli/bin/stationery.mjs`;
/** Files for development tools and human readers, not needed at run time. */
const notToRun = /\.([cm]?ts|map|tsbuildinfo|md|markdown|flow|ya?ml)$/i;
/** Sources of native modules. The modules are included compiled. */
const toCompile = /\.(c|cc|cpp|h|hpp|mm|gyp|gypi|sln|vcxproj)$/i;
const compilers = new Set(['node_modules/node-addon-api']);
/** Licences that must accompany the code. */
const terms = /^(licen[cs]e|notice|copying)/i;
const besideTheCode = new Set(
  'test tests __tests__ bench benchmark benchmarks example examples doc docs .github'.split(' '),
);

/** Files to keep from workspace packages; the rest is bundled. */
const ours: Record<string, string[]> = { cli: ['bin', 'dist/program'], web: ['dist'] };
/** Plotter firmware. It is missing in a checkout that was not built with the firmware compilers. */
const ifBuilt: Record<string, string[]> = { plotter: ['dist/firmware'] };

interface PackageManifest {
  version: string;
  dependencies?: Record<string, string>;
}

interface Installed {
  dev?: boolean;
  link?: boolean;
  cpu?: string[];
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

/**
 * Collects the files of a station. Workspace packages are copied to where an installation has them, because
 * the archive has no links. Includes the licences of bundled packages, and native modules only for the
 * checkout's CPU. The files are sorted, so that the same checkout gives the same bytes.
 */
export function collectStation(root: string, version: string): TarFile[] {
  const files = [...ourPackages(root)].flatMap((name) => collectOurs(root, name, version));
  const record = installedPackages(root);
  const asTheyAre = neededBy(readJson(join(root, 'packages/cli/dist/program/packages.json')), record);
  for (const path of record.keys()) {
    const all = collectFolder(join(root, path), path, (name) => !besideTheCode.has(name));
    const isRun = asTheyAre.has(path) && !compilers.has(path);
    files.push(...(isRun ? all : all.filter((file) => terms.test(basename(file.path)))));
  }
  const cpu = cpuOf(asTheyAre, record);
  const usable = files.filter(({ path, content }) => !path.endsWith('.node') || isNativeFor(cpu, content));
  return usable.map(asItIsRun).sort((one, other) => (one.path < other.path ? -1 : 1));
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
  const folders = ours[name] ?? [];
  if (!folders.every((folder) => existsSync(join(from, folder))))
    throw new SettingError(`${from} is not built; run “npm run build” first`);
  const built = (ifBuilt[name] ?? []).filter((folder) => existsSync(join(from, folder)));
  return [
    { path: `${to}/package.json`, content: manifest, executable: false },
    ...[...folders, ...built].flatMap((folder) => collectFolder(join(from, folder), `${to}/${folder}`)),
  ];
}

/**
 * Returns the installed packages, without native modules for musl: npm installs them for both C libraries, but
 * Debian and the official Node need only glibc.
 */
function installedPackages(root: string): Map<string, Installed> {
  const { packages } = readJson<{ packages: Record<string, Installed> }>(
    join(root, 'node_modules/.package-lock.json'),
  );
  const wanted = Object.entries(packages)
    .filter(([path, { dev, link }]) => path.startsWith('node_modules/') && !dev && !link)
    .filter(([path]) => !/-musl/.test(path) || packages[path.replace('-musl', '-gnu')] === undefined)
    .filter(([path]) => existsSync(join(root, path)));
  return new Map(wanted);
}

function neededBy(names: string[], record: Map<string, Installed>): Set<string> {
  const needed = new Set<string>();
  const need = (name: string, from: string) => {
    const path = placeOf(name, from, record);
    if (path === undefined || needed.has(path)) return;
    needed.add(path);
    const { dependencies, optionalDependencies } = record.get(path) ?? {};
    for (const each of Object.keys({ ...dependencies, ...optionalDependencies })) need(each, `${path}/`);
  };
  for (const name of names) need(name, '');
  return needed;
}

/** Returns the CPU for which npm chose the native packages. It may differ from this machine's CPU. */
function cpuOf(paths: Iterable<string>, record: Map<string, Installed>): string {
  for (const path of paths) {
    const cpu = record.get(path)?.cpu?.[0];
    if (cpu !== undefined) return cpu;
  }
  return process.arch;
}

/** Resolves a package like Node: in the requiring package, then in its parents. */
function placeOf(name: string, from: string, record: Map<string, Installed>): string | undefined {
  const path = `${from}node_modules/${name}`;
  if (record.has(path)) return path;
  return from === '' ? undefined : placeOf(name, from.slice(0, from.lastIndexOf('node_modules/')), record);
}

/** Removes the `#!` line and the executable flag, because Node runs the modules. */
function asItIsRun({ path, content }: TarFile): TarFile {
  const firstLine = /^#!.*\bnode\b.*\n/.exec(content.toString('latin1', 0, 200))?.[0] ?? '';
  const own = content.subarray(firstLine.length);
  const executable = !path.endsWith('.node') && (own.toString('latin1', 0, 2) === '#!' || isElf(own));
  return { path, content: own, executable };
}

function collectFolder(from: string, to: string, isWanted = (_name: string) => true): TarFile[] {
  return readdirSync(from, { withFileTypes: true }).flatMap((entry) => {
    if (!isWanted(entry.name)) return [];
    const [source, path] = [join(from, entry.name), `${to}/${entry.name}`];
    // Skip nested packages, because npm's record lists them separately.
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : collectFolder(source, path);
    if (!entry.isFile()) return [];
    const isNeeded = !notToRun.test(entry.name) && !toCompile.test(entry.name);
    if (!isNeeded && !terms.test(entry.name)) return [];
    return [{ path, content: readFileSync(source), executable: false }];
  });
}

function readManifest(folder: string): PackageManifest {
  try {
    return readJson(join(folder, 'package.json'));
  } catch (error) {
    throw new SettingError(`${folder} is not a package of a checkout: ${messageOf(error)}`);
  }
}

function readJson<T>(path: string): T {
  return JSON.parse(readFileSync(path, 'utf8')) as T;
}

/** ELF machine numbers, by CPU name in Node. */
const machines: Record<string, number> = { x64: 62, arm64: 183, arm: 40 };
/** Required by every module linked for glibc, but not for musl and Android. */
const glibc = 'libc.so.6';

const isElf = (content: Buffer): boolean => content.toString('latin1', 0, 4) === '\x7fELF';

/** Whether Node for Linux with glibc on this CPU can load a native module. */
function isNativeFor(cpu: string, content: Buffer): boolean {
  return isElf(content) && content.readUInt16LE(18) === machines[cpu] && content.includes(glibc);
}
