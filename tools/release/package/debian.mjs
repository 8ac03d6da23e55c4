// Makes the Debian package: the same files as in the archive, with dpkg metadata and scripts.
import { createHash } from 'node:crypto';
import {
  chmodSync,
  lstatSync,
  lutimesSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import { run } from '../../lib/prepare.mjs';
import { buildMoment } from './archive.mjs';
import { maintainer } from './debian-files.mjs';
import { nativeDepends } from './native-needs.mjs';

const scripts = join(import.meta.dirname, 'debian');

export function writeDebianPackage(folder, out, { version, architecture, runtime, compression }) {
  const installedBytes = sizeOf(folder);
  const depends = dependencies(folder, runtime);
  const script = (name) => [name, readFileSync(join(scripts, `${name}.sh`), 'utf8')];
  buildDebianPackage(folder, out, {
    control: controlFile({ version, architecture, runtime, depends, installedBytes }),
    conffiles: '/etc/stationery/config.json\n',
    scripts: Object.fromEntries(['postinst', 'prerm', 'postrm'].map(script)),
    compression,
  });
}

/** Builds a package from a folder. The other texts go to its control archive. */
export function buildDebianPackage(folder, out, { control, conffiles = '', scripts, compression }) {
  const place = join(folder, 'DEBIAN');
  mkdirSync(place);
  writeFileSync(join(place, 'control'), control);
  writeFileSync(join(place, 'md5sums'), checksums(folder));
  if (conffiles !== '') writeFileSync(join(place, 'conffiles'), conffiles);
  for (const [name, text] of Object.entries(scripts)) writeFileSync(join(place, name), text, { mode: 0o755 });
  settle(folder, Number(buildMoment()));
  run('dpkg-deb', ['--build', '--root-owner-group', '-Zgzip', `-z${compression}`, folder, out], {
    env: { ...process.env, SOURCE_DATE_EPOCH: buildMoment() },
    stdio: ['ignore', 'ignore', 2],
  });
}

/** Returns the packages that the native files, scripts and units depend on. */
function dependencies(folder, runtime) {
  const native = filesIn(folder)
    .filter((path) => /(\.node|\/bin\/node)$/.test(path))
    .map((path) => readFileSync(path))
    .filter((content) => content.toString('latin1', 0, 4) === '\x7fELF');
  return [
    'systemd | systemd-standalone-sysusers',
    ...(runtime === undefined ? ['nodejs (>= 20.19)'] : []),
    ...nativeDepends(native),
  ];
}

function checksums(folder) {
  return filesIn(folder)
    .map((path) => relative(folder, path))
    .filter((path) => !path.startsWith('DEBIAN/'))
    .sort()
    .map(
      (path) =>
        `${createHash('md5')
          .update(readFileSync(join(folder, path)))
          .digest('hex')}  ${path}\n`,
    )
    .join('');
}

function controlFile({ version, architecture, runtime, depends, installedBytes }) {
  return `Package: stationery
Version: ${version}
Architecture: ${architecture.debian}
Maintainer: ${maintainer()}
Installed-Size: ${Math.ceil(installedBytes / 1024)}
Depends: ${depends.join(', ')}
Recommends: hostapd, dnsmasq-base, nftables, iw, rfkill, dosfstools, exfatprogs, mpv
Suggests: pcscd, mpd, nats-server, bluez, bluez-alsa-utils, libasound2-plugin-bluez
Section: net
Priority: optional
Description: base station and pen plotter service
 The base station manages the files on a card, adds NFC tags, binds tags to
 files, and updates itself. The plotter service controls a pen
 plotter on a serial port. Both speak HTTP.${runtime === undefined ? '' : '\n .\n Node, which runs them, is in this package.'}
`;
}

function everything(folder) {
  return readdirSync(folder, { recursive: true }).map((name) => join(folder, name));
}

function filesIn(folder) {
  return everything(folder).filter((path) => lstatSync(path).isFile());
}

function sizeOf(folder) {
  return everything(folder).reduce((sum, path) => sum + lstatSync(path).size, 0);
}

/** Normalises the mode of a file. Files that are not readable by everyone stay private. */
function modeOf({ mode }) {
  if (mode & 0o100) return 0o755;
  return mode & 0o004 ? 0o644 : 0o640;
}

/** Sets times and modes, so that they do not depend on the clock and umask. */
function settle(folder, moment) {
  for (const path of [folder, ...everything(folder)]) {
    const stats = lstatSync(path);
    if (stats.isDirectory()) chmodSync(path, 0o755);
    else if (stats.isFile()) chmodSync(path, modeOf(stats));
    lutimesSync(path, moment, moment);
  }
}
