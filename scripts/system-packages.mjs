// The programs that tests and benches run for real, and the Debian packages that bring them.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

export const testPrograms = {
  'nfc-list': { package: 'libnfc-bin' },
  pcscd: { package: 'pcscd' },
  vpcd: { package: 'vsmartcard-vpcd', path: '/usr/lib/pcsc/drivers/serial/libifdvpcd.so' },
  chromium: { package: 'chromium' },
  curl: { package: 'curl' },
  mount: { package: 'mount' },
  'avahi-daemon': { package: 'avahi-daemon' },
  'avahi-browse': { package: 'avahi-utils' },
  'dbus-daemon': { package: 'dbus' },
  'mkfs.ext4': { package: 'e2fsprogs' },
  ip: { package: 'iproute2' },
  hostapd: { package: 'hostapd' },
  dnsmasq: { package: 'dnsmasq-base' },
  nft: { package: 'nftables' },
  sysctl: { package: 'procps' },
  // The virtual machine starts with it and nothing else, so it needs no libraries.
  busybox: { package: 'busybox-static' },
  'systemd-analyze': { package: 'systemd' },
  // Where services start when they are installed, this one would take over the network of somebody's machine.
  nmcli: { package: 'network-manager', unless: '/run/systemd/system' },
};

export const benchPrograms = {
  nginx: { package: 'nginx-light', path: '/usr/sbin/nginx' },
  wrk: { package: 'wrk' },
};

/** Installs the missing ones where that is possible; says which are missing where it is not. */
export function ensurePrograms(programs) {
  const missing = missingPrograms(programs);
  if (missing.length === 0) return;
  const packages = missing.map((name) => programs[name].package);
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  const apt = (...args) => {
    const [program, ...rest] = [...sudo, 'apt-get', ...args];
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    return spawnSync(program, rest, { stdio: ['ignore', 'ignore', 2], env }).status === 0;
  };
  process.stderr.write(`Installing for the tests: ${packages.join(', ')} …\n`);
  const done = apt('update', '-qq') && apt('install', '-y', '-qq', '--no-install-recommends', ...packages);
  if (!done) process.stderr.write(`Could not install them; what needs ${packages.join(', ')} is skipped.\n`);
}

export function missingPrograms(programs) {
  const wanted = Object.keys(programs).filter((name) => !existsSync(programs[name].unless ?? ''));
  return wanted.filter((name) => !isThere(name, programs[name]));
}

function isThere(name, { path }) {
  if (path !== undefined) return existsSync(path);
  return ['/usr/local/sbin', '/usr/local/bin', '/usr/sbin', '/usr/bin', '/sbin', '/bin'].some((folder) =>
    existsSync(`${folder}/${name}`),
  );
}
