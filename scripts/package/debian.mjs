// The Debian package: the same files, and what dpkg has to know and do.
import {
  chmodSync,
  copyFileSync,
  lstatSync,
  lutimesSync,
  mkdirSync,
  readdirSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { run } from '../prepare.mjs';
import { buildMoment } from './archive.mjs';

const scripts = fileURLToPath(new URL('debian', import.meta.url));

export function writeDebianPackage(folder, out, { version, architecture, runtime, compression }) {
  const docs = join(folder, 'usr/share/doc/stationery');
  mkdirSync(docs, { recursive: true });
  copyFileSync(join(scripts, 'copyright'), join(docs, 'copyright'));
  writeFileSync(join(docs, 'changelog.gz'), gzipSync(changelog(version), { level: 9 }));
  const installedBytes = sizeOf(folder);

  const control = join(folder, 'DEBIAN');
  mkdirSync(control);
  writeFileSync(join(control, 'control'), controlFile({ version, architecture, runtime, installedBytes }));
  writeFileSync(join(control, 'conffiles'), '/etc/stationery/config.json\n');
  for (const name of ['postinst', 'prerm', 'postrm']) {
    copyFileSync(join(scripts, `${name}.sh`), join(control, name));
    chmodSync(join(control, name), 0o755);
  }
  settle(folder, Number(buildMoment()));
  run('dpkg-deb', ['--build', '--root-owner-group', '-Zgzip', `-z${compression}`, folder, out], {
    env: { ...process.env, SOURCE_DATE_EPOCH: buildMoment() },
    stdio: ['ignore', 'ignore', 2],
  });
}

function controlFile({ version, architecture, runtime, installedBytes }) {
  const depends = [
    'systemd | systemd-standalone-sysusers',
    ...(runtime === undefined
      ? ['nodejs (>= 20.19)']
      : ['libc6 (>= 2.28)', 'libgcc-s1 | libgcc1', 'libstdc++6 (>= 8)']),
  ];
  return `Package: stationery
Version: ${version}
Architecture: ${architecture.debian}
Maintainer: Stationery <stationery@localhost>
Installed-Size: ${Math.ceil(installedBytes / 1024)}
Depends: ${depends.join(', ')}
Recommends: hostapd, dnsmasq-base, nftables, iw, rfkill, dosfstools, exfatprogs
Suggests: pcscd
Section: net
Priority: optional
Description: base station and pen plotter service
 The base station manages the files on a card, learns NFC tags, binds tags to
 files, and updates itself. The plotter service stands between people and a pen
 plotter on a serial port. Both speak HTTP.${runtime === undefined ? '' : '\n .\n Node, which runs them, is in this package.'}
`;
}

function changelog(version) {
  const date = new Date(Number(buildMoment()) * 1000).toUTCString().replace('GMT', '+0000');
  return `stationery (${version}) stable; urgency=medium

  * See CHANGELOG.md in the sources.

 -- Stationery <stationery@localhost>  ${date}
`;
}

function everything(folder) {
  return readdirSync(folder, { recursive: true }).map((name) => join(folder, name));
}

function sizeOf(folder) {
  return everything(folder).reduce((sum, path) => sum + lstatSync(path).size, 0);
}

/** One moment and the usual modes for all, whatever the clock and the umask of whoever builds. */
function settle(folder, moment) {
  for (const path of [folder, ...everything(folder)]) {
    const stats = lstatSync(path);
    if (stats.isDirectory()) chmodSync(path, 0o755);
    else if (stats.isFile()) chmodSync(path, stats.mode & 0o100 ? 0o755 : 0o644);
    lutimesSync(path, moment, moment);
  }
}
