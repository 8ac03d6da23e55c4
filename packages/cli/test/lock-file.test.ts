import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../..', import.meta.url));

interface Locked {
  version?: string;
  integrity?: string;
  resolved?: string;
  link?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  dev?: boolean;
  optional?: boolean;
  hasInstallScript?: boolean;
  optionalDependencies?: Record<string, string>;
}

interface Platform {
  os: string;
  cpu: string;
  /** True for a machine that only runs services, without builds and tests. */
  runsOnly?: boolean;
}

const platforms: Platform[] = [
  { os: 'linux', cpu: 'x64' },
  { os: 'linux', cpu: 'arm64' },
  { os: 'linux', cpu: 'arm', runsOnly: true },
  { os: 'darwin', cpu: 'x64' },
  { os: 'darwin', cpu: 'arm64' },
];

const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, Locked>;
};

/** Resolves a package like npm: in the requiring package, then in its parents. */
function lockedFor(path: string, name: string): Locked | undefined {
  const found = packages[`${path}${path === '' ? '' : '/'}node_modules/${name}`];
  if (found !== undefined || path === '') return found;
  return lockedFor(path.slice(0, Math.max(0, path.lastIndexOf('/node_modules/'))), name);
}

/**
 * Packages whose native part is in one of several optional packages, of which npm installs the one for the platform.
 */
const families = Object.entries(packages).filter(([path, { optionalDependencies = {} }]) =>
  Object.keys(optionalDependencies).some((name) => {
    const entry = lockedFor(path, name);
    return entry === undefined || entry.cpu !== undefined;
  }),
);

/** Packages that contain native parts for all platforms. */
const prebuilt = Object.entries(packages).filter(([, { hasInstallScript }]) => hasInstallScript);

const fits = (entry: Locked, { os, cpu }: Platform) =>
  entry.os?.includes(os) === true &&
  entry.cpu?.includes(cpu) === true &&
  (os !== 'linux' || entry.libc?.includes('glibc') !== false);

describe('the lock file', () => {
  it('lists the packages that are known to have native parts', () => {
    const names = families.map(([path]) => path.replace('node_modules/', ''));
    // A new package fails here, so that its author checks that it exists for every platform.
    expect(names.sort()).toEqual([
      '@biomejs/biome',
      '@lydell/node-pty',
      'libsql',
      'lightningcss',
      'rolldown',
      'typescript',
    ]);
    expect(prebuilt.map(([path]) => path)).toEqual(['node_modules/@serialport/bindings-cpp']);
  });

  it.each(platforms)('has every native part for $os on $cpu', (platform) => {
    const missing = families
      .filter(([, { dev, optional }]) => !(platform.runsOnly && (dev || optional)))
      .filter(([path, { optionalDependencies = {} }]) => {
        const parts = Object.entries(optionalDependencies).map(([name, version]) => ({
          version,
          entry: lockedFor(path, name),
        }));
        return !parts.some(
          ({ entry, version }) =>
            entry?.integrity !== undefined && entry.version === version && fits(entry, platform),
        );
      });
    expect(missing.map(([path]) => path)).toEqual([]);
    for (const [path] of prebuilt) {
      const folders = readdirSync(join(root, path, 'prebuilds'));
      const found = folders.find((name) => {
        const [os, ...cpus] = name.split(/[-+]/);
        return os === platform.os && cpus.includes(platform.cpu);
      });
      expect(found, `${path} on ${platform.os} ${platform.cpu}`).toBeDefined();
    }
  });

  it('has no download URLs, and a checksum for every download', () => {
    for (const [path, entry] of Object.entries(packages)) {
      if (!path.startsWith('node_modules/') || entry.link) continue;
      expect(entry.resolved, path).toBeUndefined();
      expect(entry.integrity, path).toMatch(/^sha512-/);
    }
  });
});
