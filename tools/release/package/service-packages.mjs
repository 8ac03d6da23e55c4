// One small Debian package per service. Each depends on `stationery` and enables its unit.
import { mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { root } from '../../lib/prepare.mjs';
import { buildDebianPackage } from './debian.mjs';
import { documents, maintainer } from './debian-files.mjs';
import { writeTree } from './tree.mjs';

const services = {
  station: {
    depends: [],
    summary: 'NFC base station as a service',
    about: 'Plays a file when an NFC tag is tapped. Manages files and tags on a page.',
  },
  plotter: {
    depends: [],
    summary: 'pen plotter service',
    about: 'Plots drawings on a pen plotter, from a page, the command line and HTTP.',
  },
  board: {
    depends: ['nats-server'],
    summary: 'board of a fleet of stations and plotters',
    about: 'One queue and one page for many devices, with its own NATS server.',
  },
};

/** Makes one package per service, for all architectures. */
export function makeServicePackages({ out, version }) {
  return Object.entries(services).map(([name, service]) => {
    const file = join(resolve(out), `stationery-${name}_${version}_all.deb`);
    const staged = join(root, '.stamps/package', `stationery-${name}-${process.pid}`);
    mkdirSync(out, { recursive: true });
    try {
      writeTree([...documents(`stationery-${name}`, version), ...dropIns(name)], staged);
      buildDebianPackage(staged, `${file}.${process.pid}`, {
        control: control(name, service, version),
        scripts: scripts(name),
        compression: 6,
      });
      renameSync(`${file}.${process.pid}`, file);
      return file;
    } finally {
      rmSync(staged, { recursive: true, force: true });
    }
  });
}

const control = (name, { depends, summary, about }, version) => `Package: stationery-${name}
Version: ${version}
Architecture: all
Maintainer: ${maintainer()}
Depends: ${[`stationery (= ${version})`, ...depends].join(', ')}
Section: net
Priority: optional
Description: ${summary} (metapackage)
 ${about}
 .
 This package starts the service. The program is in the package stationery.
`;

function scripts(name) {
  const template = (script) => readFileSync(join(import.meta.dirname, `debian/service/${script}.sh`), 'utf8');
  return Object.fromEntries(
    ['postinst', 'prerm', 'postrm'].map((script) => [
      script,
      template(script).replaceAll('@UNIT@', `stationery-${name}.service`),
    ]),
  );
}

/**
 * Returns the drop-ins of a package. The board's keeps Debian's NATS server from starting, because it would
 * use the port of the board's own NATS server.
 */
function dropIns(name) {
  if (name !== 'board') return [];
  const content = `# The board of Stationery runs its own NATS server on the same port.
[Unit]
ConditionPathExists=!/usr/share/doc/stationery-board
`;
  return [
    { path: 'usr/lib/systemd/system/nats-server.service.d/stationery-board.conf', mode: 0o644, content },
  ];
}
