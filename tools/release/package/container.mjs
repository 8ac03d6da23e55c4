// Makes a container image: a minimal Debian with the Debian package and nats-server.
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { run } from '../../lib/prepare.mjs';
import { containerImagePrograms, whyLacking } from '../../lib/system-packages.mjs';
import { architectures } from './architectures.mjs';
import { buildMoment, reproducibleArguments } from './archive.mjs';
import { whyNoRoot } from './emulator.mjs';

const template = (name) => join(import.meta.dirname, 'container', name);
const startScript = '/usr/lib/stationery/start-container';

/** Services listen on all addresses in the container, because its published ports decide what is reachable. */
const environment = {
  STATION_HOST: '0.0.0.0',
  STATION_HTTP_PORT: '8080',
  STATION_HTTPS_PORT: '8443',
  STATION_DATA_DIR: '/data/station',
  STATION_READER: 'sim:',
  PLOTTER_HOST: '0.0.0.0',
  PLOTTER_DATA_DIR: '/data/plotter',
  BOARD_HOST: '0.0.0.0',
  BOARD_DATA_DIR: '/data/board',
};

/** Returns why no image can be built here; undefined if one can. */
export function whyNoContainerImage(arch) {
  if (architectures[arch].runtime === undefined) return `there is no Node for ${arch}`;
  return whyNoRoot(arch) ?? whyLacking(containerImagePrograms);
}

/**
 * Makes the image. Returns the OCI archive and the files that run
 * it: one for Compose, and one for an add-on of Home Assistant.
 */
export function makeContainerImage({ out, version, arch, debian }) {
  const file = join(resolve(out), `stationery-${version}-linux-${arch}.oci.tar`);
  const architecture = architectures[arch].debian;
  // Do not use a folder below /dev/shm: mmdebstrap mounts the
  // package at the same path in the root, which fails below /dev.
  const work = mkdtempSync('/var/tmp/stationery-container-');
  try {
    copyFileSync(debian, join(work, basename(debian)));
    makeRoot(join(work, 'root.tar'), join(work, basename(debian)), architecture);
    const layout = join(work, 'layout');
    buildImage(join(work, 'root.tar'), layout, version, architecture);
    addDockerManifest(layout, `stationery:${version}`);
    run('tar', ['-c', '-f', `${file}.new`, ...reproducibleArguments(layout, '.')]);
    renameSync(`${file}.new`, file);
    return [file, ...runFiles(out, version)];
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function runFiles(out, version) {
  const targets = { 'compose.yaml': 'compose.yaml', 'config.yaml': 'home-assistant-config.yaml' };
  return Object.entries(targets).map(([from, to]) => {
    const file = join(resolve(out), to);
    writeFileSync(file, readFileSync(template(from), 'utf8').replaceAll('@VERSION@', version));
    return file;
  });
}

function makeRoot(tar, debian, architecture) {
  const [, codename] = /^VERSION_CODENAME=(\w+)$/m.exec(readFileSync('/etc/os-release', 'utf8'));
  const left = ['/usr/share/man/*', '/usr/share/locale/*', '/usr/share/info/*', '/usr/share/doc/*'];
  const prepare = [
    'chroot "$1" install -d -o stationery -g stationery -m 0750 /data',
    // Allow the use of serial ports, readers and sound cards.
    'chroot "$1" usermod -a -G dialout,plugdev,audio stationery',
    `install -m 0755 "${template('start.sh')}" "$1${startScript}"`,
    `install -m 0644 "${template('home-assistant.mjs')}" "$1/usr/lib/stationery/"`,
    'rm -f "$1/etc/hostname" "$1/etc/resolv.conf"',
  ];
  run(
    'mmdebstrap',
    [
      ...['--quiet', '--variant=minbase', '--mode=root', '--skip=cleanup/reproducible'],
      `--architectures=${architecture}`,
      '--hook-dir=/usr/share/mmdebstrap/hooks/file-mirror-automount',
      ...left.map((path) => `--dpkgopt=path-exclude=${path}`),
      '--dpkgopt=path-include=/usr/share/doc/*/copyright',
      `--include=systemd-standalone-sysusers,nats-server,${debian}`,
      ...prepare.map((command) => `--customize-hook=${command}`),
      codename,
      tar,
    ],
    { env: { ...process.env, SOURCE_DATE_EPOCH: buildMoment() }, stdio: ['ignore', 2, 2] },
  );
}

function buildImage(tar, layout, version, architecture) {
  const buildah = (...words) =>
    execFileSync('buildah', words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 2] }).trim();
  const container = buildah('from', 'scratch');
  try {
    buildah('add', '--quiet', container, tar, '/');
    buildah(
      ...['config', '--arch', architecture, '--workingdir', '/data'],
      ...['--entrypoint', JSON.stringify([startScript]), '--cmd', 'up'],
      ...['8080', '8443', '3000', '3200', '4222'].flatMap((port) => ['--port', port]),
      ...Object.entries(environment).flatMap(([name, value]) => ['--env', `${name}=${value}`]),
      ...['--label', `org.opencontainers.image.version=${version}`],
      ...['--label', 'org.opencontainers.image.licenses=MIT'],
      container,
    );
    const created = ['--timestamp', buildMoment(), '--disable-compression=false'];
    buildah('commit', '--quiet', ...created, container, `oci:${layout}:stationery:${version}`);
  } finally {
    buildah('rm', container);
  }
}

/** Adds the manifest that Docker before version 25 reads instead of the OCI index. */
function addDockerManifest(layout, name) {
  const read = (path) => JSON.parse(readFileSync(join(layout, path), 'utf8'));
  const blob = ({ digest }) => `blobs/${digest.replace(':', '/')}`;
  const [image] = read('index.json').manifests;
  const { config, layers } = read(blob(image));
  const entry = { Config: blob(config), RepoTags: [name], Layers: layers.map(blob) };
  writeFileSync(join(layout, 'manifest.json'), JSON.stringify([entry]));
}
