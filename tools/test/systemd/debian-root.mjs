// A minimal Debian, created once per machine: tests boot copies of it.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { machineCache } from '../../lib/machine-cache.mjs';

/** Packages that the package under test needs, and others for tests inside. */
const defaultPackages = [
  ...['systemd', 'systemd-sysv', 'dbus', 'udev', 'kmod', 'procps'],
  ...['libgcc-s1', 'libstdc++6'],
  ...['hostapd', 'dnsmasq-base', 'nftables', 'iw', 'rfkill'],
  ...['iproute2', 'dosfstools', 'curl'],
];

/** Returns why no Debian can be made here; undefined if one can. */
export function whyNoDebianRoot() {
  if (process.platform !== 'linux' || release() === undefined || !existsSync('/etc/debian_version')) {
    return 'making a Debian needs a Debian';
  }
  return process.getuid?.() === 0 ? undefined : 'making a Debian needs root rights';
}

/** Returns the folder of the Debian. All tests share it: use an overlay or a copy, and do not change it. */
export function ensureDebianRoot(packages = defaultPackages) {
  const wanted = [release(), process.arch, ...packages.toSorted()].join('\n');
  const key = createHash('sha256').update(wanted).digest('hex').slice(0, 12);
  const folder = join(machineCache, `debian-${release()}-${process.arch}-${key}`);
  if (existsSync(folder)) return folder;
  process.stderr.write('Making a minimal Debian for the tests (once) …\n');
  mkdirSync(machineCache, { recursive: true });
  const work = mkdtempSync(join(machineCache, 'making-'));
  try {
    makeDebianRoot(join(work, 'root'), packages);
    renameSync(join(work, 'root'), folder);
  } catch (error) {
    // Ignore the error if a concurrent process was faster.
    if (!existsSync(folder)) throw error;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  return folder;
}

/** If run directly, this file creates the Debian ahead of time. */
if (process.argv[1] === import.meta.filename) ensureDebianRoot();

/** Makes a Debian in the folder, with the package sources of this machine. */
export function makeDebianRoot(folder, packages = []) {
  const include = packages.length === 0 ? [] : [`--include=${packages.join(',')}`];
  const args = ['--quiet', '--variant=minbase', ...include, release(), folder, ...packageSources()];
  const { status, error } = spawnSync('mmdebstrap', args, { stdio: ['ignore', 2, 2] });
  if (status !== 0)
    throw new Error(`mmdebstrap ${args.join(' ')} failed${error ? `: ${error.message}` : ''}`);
}

function release() {
  if (!existsSync('/etc/os-release')) return undefined;
  return /^VERSION_CODENAME=(\w+)$/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1];
}

function packageSources() {
  const folder = '/etc/apt/sources.list.d';
  const more = existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : [];
  return ['/etc/apt/sources.list', ...more].filter(
    (file) => /\.(list|sources)$/.test(file) && existsSync(file),
  );
}
