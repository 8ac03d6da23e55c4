// Makes the root of the image: Debian, our package and the files in `files/`.
import {
  chmodSync,
  copyFileSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { run } from '../../lib/prepare.mjs';
import { buildMoment } from '../package/archive.mjs';
import { writeTree } from '../package/tree.mjs';

const release = 'bookworm';
const components = 'main non-free-firmware';

const packages = [
  ...['linux-image-arm64', 'raspi-firmware', 'firmware-brcm80211', 'wireless-regdb'],
  ...['initramfs-tools', 'busybox', 'zstd', 'fdisk'],
  ...['systemd', 'systemd-sysv', 'systemd-timesyncd', 'dbus', 'udev', 'kmod', 'procps', 'iproute2'],
  ...['hostapd', 'dnsmasq-base', 'nftables', 'iw', 'rfkill', 'dosfstools', 'exfatprogs', 'mpv', 'pcscd'],
  'openssh-server',
];

const maintenance = [
  ...['apt-daily.timer', 'apt-daily-upgrade.timer', 'dpkg-db-backup.timer'],
  ...['e2scrub_all.timer', 'e2scrub_reap.service'],
];

const sources = (mirror) => [
  `deb ${mirror}/debian ${release} ${components}`,
  `deb ${mirror}/debian ${release}-updates ${components}`,
  `deb ${mirror}/debian-security ${release}-security ${components}`,
];

/** Settings of a new station: an open Wi-Fi network, on which phones open the station's setup page. */
const firstSettings = { reader: 'sim:', portal: 'portal', wifiSecurity: 'open' };

/** Makes the root in `folder`, and moves the content of the boot partition to the folder `boot`. */
export function makeRoot({ folder, boot, debian, mirror }) {
  installDebian(folder, mirror);
  installPackage(folder, debian);
  removeTraces(folder);
  const bootFolder = join(folder, 'boot');
  run('cp', ['-aT', join(bootFolder, 'firmware'), boot]);
  rmSync(bootFolder, { recursive: true });
  mkdirSync(join(bootFolder, 'firmware'), { recursive: true });
}

function installDebian(folder, mirror) {
  const files = `${folder}.files`;
  writeTree(imageFiles(), files);
  const excluded = ['man/*', 'doc/*', 'info/*', 'locale/*', 'lintian/*'].map((name) => `/usr/share/${name}`);
  run(
    'mmdebstrap',
    [
      ...['--mode=root', '--architectures=arm64', '--variant=minbase'],
      ...excluded.map((path) => `--dpkgopt=path-exclude=${path}`),
      '--dpkgopt=path-include=/usr/share/doc/*/copyright',
      // Copy our files before the scripts of the kernel's package run, because these read some of them.
      `--essential-hook=cp -a ${quoted(files)}/. "$1"`,
      '--dpkgopt=force-confold',
      `--include=${packages.join(',')}`,
      ...[release, folder, ...sources(mirror)],
    ],
    { env: { ...process.env, SOURCE_DATE_EPOCH: buildMoment() } },
  );
  rmSync(files, { recursive: true });
}

function installPackage(folder, debian) {
  const inside = (...words) => run('chroot', [folder, ...words]);
  copyFileSync(debian, join(folder, 'stationery.deb'));
  inside('dpkg', '--install', '/stationery.deb');
  rmSync(join(folder, 'stationery.deb'));
  inside('systemctl', '--quiet', 'enable', 'stationery-setup.service', 'systemd-networkd.service');
  // Mask units that maintain the system, because the root is read-only.
  inside('systemctl', '--quiet', 'mask', ...maintenance);
  // Do not enable the station: stationery-setup.service starts it
  // after the network, whose name contains the serial number.
  inside('systemctl', '--quiet', 'disable', 'stationery-station.service');
  const path = join(folder, 'etc/stationery/config.json');
  const { station, ...others } = JSON.parse(readFileSync(path, 'utf8'));
  const changed = { ...others, station: { ...station, ...firstSettings } };
  writeFileSync(path, `${JSON.stringify(changed, null, 2)}\n`);
}

function imageFiles() {
  const files = join(import.meta.dirname, 'files');
  return readdirSync(files, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => {
      const from = join(entry.parentPath, entry.name);
      return { path: from.slice(files.length + 1), mode: lstatSync(from).mode & 0o100 ? 0o755 : 0o644, from };
    });
}

/** Removes files that belong to the build machine or must differ between stations. */
function removeTraces(folder) {
  const ssh = readdirSync(join(folder, 'etc/ssh')).filter((name) => name.startsWith('ssh_host_'));
  const gone = [
    ...ssh.map((name) => `etc/ssh/${name}`),
    ...['etc/resolv.conf', 'etc/fake-hwclock.data', 'var/lib/systemd/random-seed', 'var/lib/dbus/machine-id'],
    ...[
      'var/cache/apt',
      'var/lib/apt/lists',
      'var/cache/ldconfig/aux-cache',
      'var/log',
      'vmlinuz',
      'initrd.img',
    ],
  ];
  for (const path of gone) rmSync(join(folder, path), { recursive: true, force: true });
  for (const path of ['etc/ssh/keys', 'var/lib/stationery-network', 'var/log/journal', 'data', 'system'])
    mkdirSync(join(folder, path), { recursive: true });
  for (const path of ['var/lib/apt/lists/partial', 'var/cache/apt/archives/partial'])
    mkdirSync(join(folder, path), { recursive: true });
  chmodSync(join(folder, 'etc/ssh/keys'), 0o700);
  writeFileSync(join(folder, 'etc/hostname'), 'station\n');
  writeFileSync(join(folder, 'etc/hosts'), '127.0.0.1 localhost station\n::1 localhost station\n');
  writeFileSync(join(folder, 'etc/machine-id'), '');
  const list = join(folder, 'etc/apt/sources.list');
  writeFileSync(`${list}.new`, `${sources('http://deb.debian.org').join('\n')}\n`);
  renameSync(`${list}.new`, list);
}

const quoted = (path) => `'${path.replaceAll("'", "'\\''")}'`;
