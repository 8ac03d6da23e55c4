// Programs run by tests and benches, and the Debian packages that provide them.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { architecture, boardArchitecture } from './architecture.mjs';

/** Part of every Debian installation, so not listed below. */
export const basePrograms = [
  ...['sh', 'bash', 'tar', 'dpkg', 'dpkg-deb', 'apt-get', 'apt-cache', 'getconf', 'unshare', 'nsenter'],
  ...[
    'env',
    'cat',
    'cp',
    'dd',
    'du',
    'chroot',
    'ls',
    'ln',
    'mkfifo',
    'sleep',
    'true',
    'find',
    'id',
    'sync',
    'perl',
  ],
  ...['chrt', 'findmnt', 'losetup', 'lsblk', 'runuser', 'sha256sum', 'kill'],
];

/**
 * `unless`: do not install the package if this path exists. Under systemd, an installed service would start:
 * it would listen on its port or take the sound device.
 */
const programs = {
  'nfc-list': { package: 'libnfc-bin', for: ['tests'] },
  pcscd: { package: 'pcscd', for: ['tests'] },
  vpcd: { package: 'vsmartcard-vpcd', path: '/usr/lib/pcsc/drivers/serial/libifdvpcd.so', for: ['tests'] },
  'chromium-headless-shell': { package: 'chromium-headless-shell', for: ['tests'] },
  // A full browser, for the pictures of the docs and for benches.
  chromium: { package: 'chromium', for: ['browser'] },
  mpv: { package: 'mpv', for: ['tests'] },
  mpd: { package: 'mpd', unless: '/run/systemd/system', for: ['tests'] },
  pulseaudio: { package: 'pulseaudio', unless: '/run/systemd/system', for: ['tests'] },
  busctl: { package: 'systemd', for: ['tests'] },
  bluetoothctl: { package: 'bluez', unless: '/run/systemd/system', for: ['tests'] },
  dbusmock: {
    package: 'python3-dbusmock',
    path: '/usr/lib/python3/dist-packages/dbusmock/templates/bluez5.py',
    for: ['tests'],
  },
  pactl: { package: 'pulseaudio-utils', for: ['tests'] },
  mosquitto: { package: 'mosquitto', unless: '/run/systemd/system', for: ['tests'] },
  mosquitto_passwd: { package: 'mosquitto', unless: '/run/systemd/system', for: ['tests'] },
  'nats-server': { package: 'nats-server', unless: '/run/systemd/system', for: ['tests'] },
  prometheus: { package: 'prometheus', unless: '/run/systemd/system', for: ['release'] },
  promtool: { package: 'prometheus', unless: '/run/systemd/system', for: ['release'] },
  snapserver: { package: 'snapserver', unless: '/run/systemd/system', for: ['release'] },
  snapclient: { package: 'snapclient', unless: '/run/systemd/system', for: ['release'] },
  inkscape: { package: 'inkscape', for: ['release'] },
  'xvfb-run': { package: 'xvfb', for: ['release'] },
  xauth: { package: 'xauth', for: ['release'] },
  python3: { package: 'python3', for: ['release'] },
  buildah: { package: 'buildah', for: ['release', 'container image'] },
  podman: { package: 'podman', for: ['release'] },
  'podman-compose': { package: 'podman-compose', for: ['release'] },
  crun: { package: 'crun', for: ['release'] },
  'docker-compose': { package: 'docker-compose', for: ['release'] },
  dockerd: { package: 'docker.io', unless: '/run/systemd/system', for: ['release'] },
  docker: { package: 'docker.io', unless: '/run/systemd/system', for: ['release'] },
  gpg: { package: 'gpg', for: ['release'] },
  'gpg-agent': { package: 'gpg-agent', for: ['release'] },
  gpgconf: { package: 'gpgconf', for: ['release'] },
  openssl: { package: 'openssl', for: ['tests'] },
  curl: { package: 'curl', for: ['tests', 'machine'] },
  mount: { package: 'mount', for: ['tests', 'machine'] },
  umount: { package: 'mount', for: ['tests'] },
  git: { package: 'git', for: ['tests', 'machine'] },
  'avahi-daemon': { package: 'avahi-daemon', for: ['tests'] },
  'avahi-browse': { package: 'avahi-utils', for: ['tests'] },
  'avahi-resolve': { package: 'avahi-utils', for: ['tests'] },
  'dbus-daemon': { package: 'dbus', for: ['tests'] },
  'mkfs.ext4': { package: 'e2fsprogs', for: ['tests', 'machine'] },
  e2fsck: { package: 'e2fsprogs', for: ['tests', 'machine'] },
  mcopy: { package: 'mtools', for: ['machine', 'image'] },
  mmd: { package: 'mtools', for: ['image'] },
  sfdisk: { package: 'fdisk', for: ['image'] },
  mke2fs: { package: 'e2fsprogs', for: ['image'] },
  debugfs: { package: 'e2fsprogs', for: ['image'] },
  dumpe2fs: { package: 'e2fsprogs', for: ['image'] },
  zstd: { package: 'zstd', for: ['image'] },
  'qemu-aarch64-static': { package: 'qemu-user-static', for: ['emulator'] },
  'update-binfmts': { package: 'binfmt-support', for: ['emulator'] },
  'arch-test': { package: 'arch-test', for: ['emulator'] },
  ip: { package: 'iproute2', for: ['tests', 'machine'] },
  iw: { package: 'iw', for: ['tests', 'machine'] },
  hostapd: { package: 'hostapd', for: ['tests', 'machine'] },
  dnsmasq: { package: 'dnsmasq-base', for: ['tests', 'machine'] },
  nft: { package: 'nftables', for: ['tests', 'machine'] },
  sysctl: { package: 'procps', for: ['tests', 'machine'] },
  // The virtual machine boots with only this program, so it must be static.
  busybox: { package: 'busybox-static', for: ['tests', 'machine'] },
  'systemd-analyze': { package: 'systemd', for: ['tests'] },
  'systemd-notify': { package: 'systemd', for: ['tests'] },
  systemctl: { package: 'systemd', for: ['tests', 'machine'] },
  journalctl: { package: 'systemd', for: ['tests', 'machine'] },
  lintian: { package: 'lintian', for: ['tests'] },
  'arm-none-eabi-gcc': { package: 'gcc-arm-none-eabi', for: ['tests', 'firmware'] },
  'avr-gcc': { package: 'gcc-avr', for: ['tests', 'firmware'] },
  'avr-libc': { package: 'avr-libc', path: '/usr/lib/avr/include/avr/io.h', for: ['tests', 'firmware'] },
  simavr: { package: 'simavr', for: ['tests'] },
  optiboot: {
    package: 'arduino-core-avr',
    path: '/usr/share/arduino/hardware/arduino/avr/bootloaders/optiboot/optiboot_atmega328.hex',
    for: ['tests'],
  },
  // An independent HPGL interpreter, to compare with.
  hp2xx: { package: 'hp2xx', for: ['tests'] },
  // Compiles the firmware's core for this machine.
  cc: { package: 'gcc', for: ['tests'] },
  'stdio.h': { package: 'libc6-dev', path: '/usr/include/stdio.h', for: ['tests'] },
  zsh: { package: 'zsh', for: ['tests'] },
  fish: { package: 'fish', for: ['tests'] },
  ...(architecture && { [architecture.program]: { package: architecture.programPackage, for: ['machine'] } }),
  ...(architecture !== boardArchitecture && {
    [boardArchitecture.program]: { package: boardArchitecture.programPackage, for: ['board'] },
  }),
  xz: { package: 'xz-utils', for: ['machine', 'image'] },
  depmod: { package: 'kmod', for: ['machine'] },
  modprobe: { package: 'kmod', for: ['machine'] },
  rmmod: { package: 'kmod', for: ['machine'] },
  'systemd-sysusers': { package: 'systemd', for: ['machine'] },
  'mkfs.vfat': { package: 'dosfstools', for: ['machine', 'image'] },
  'fsck.vfat': { package: 'dosfstools', for: ['machine'] },
  udevadm: { package: 'udev', for: ['machine'] },
  rfkill: { package: 'rfkill', for: ['machine'] },
  wpa_supplicant: { package: 'wpasupplicant', for: ['machine'] },
  nginx: { package: 'nginx-light', path: '/usr/sbin/nginx', for: ['bench'] },
  wrk: { package: 'wrk', for: ['bench'] },
  mmdebstrap: {
    package: 'mmdebstrap',
    for: ['fresh machine', 'tests', 'container', 'container image', 'image'],
  },
  'systemd-nspawn': { package: 'systemd-container', for: ['tests', 'container'] },
};

const programsFor = (user) =>
  Object.fromEntries(Object.entries(programs).filter(([, program]) => program.for.includes(user)));

export const testPrograms = programsFor('tests');
export const machinePrograms = programsFor('machine');
export const releasePrograms = programsFor('release');
export const benchPrograms = programsFor('bench');
export const browserPrograms = programsFor('browser');
export const containerPrograms = programsFor('container');
export const containerImagePrograms = programsFor('container image');
export const emulatorPrograms = programsFor('emulator');
export const firmwarePrograms = programsFor('firmware');
export const boardPrograms = programsFor('board');
export const imagePrograms = programsFor('image');
export const freshMachinePrograms = programsFor('fresh machine');

/** Installs missing programs if possible, otherwise lists them. */
export function ensurePrograms(programs) {
  const missing = missingPrograms(programs);
  if (missing.length === 0) return;
  const packages = [...new Set(missing.map((name) => programs[name].package))];
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  const apt = (...args) => {
    const [program, ...rest] = [...sudo, 'apt-get', ...args];
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    return spawnSync(program, rest, { stdio: ['ignore', 'ignore', 2], env }).status === 0;
  };
  process.stderr.write(`Installing ${packages.join(', ')} …\n`);
  apt('update', '-qq');
  const waitForOthers = ['-o', 'DPkg::Lock::Timeout=300'];
  const done = apt('install', '-y', '-qq', '--no-install-recommends', ...waitForOthers, ...packages);
  if (!done) process.stderr.write(`Could not install ${packages.join(', ')}; what needs them is skipped.\n`);
}

/** Installs missing programs. Returns a message that names those still missing; undefined if all are there. */
export function whyLacking(programs) {
  ensurePrograms(programs);
  const missing = missingPrograms(programs);
  return missing.length > 0 ? `this needs ${missing.join(', ')}` : undefined;
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
