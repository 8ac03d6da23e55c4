// Records every write and flush together with requests and acknowledgements.
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { runInMachine } from '../vm/machine.mjs';
import { serveDisk } from './nbd-server.mjs';
import { Clock, VolatileDisk } from './volatile-disk.mjs';

const megabyte = 1024 * 1024;
const makeFileSystem = {
  // FAT32, as on a real card. It needs at least 65,525 clusters, so clusters of 1 KiB keep the image small.
  vfat: { program: 'mkfs.vfat', args: ['-F', '32', '-s', '2'], sizeBytes: 72 * megabyte },
  ext4: { program: 'mkfs.ext4', args: ['-q', '-F', '-m', '0', '-b', '1024'], sizeBytes: 32 * megabyte },
};
/** Number of the block with the first superblock copy, if blocks have 1 KiB. */
export const superblockCopy = 8193;
const modules = ['virtio_blk', 'virtio_console', 'ext4', 'vfat', 'nls_ascii', 'nls_cp437', 'nls_utf8'];

/**
 * Records the services until `changes` changes are acknowledged. `thenScripts` run afterwards in the same
 * machine, because booting is slow.
 */
export async function record({
  cache = undefined,
  seed,
  stations,
  changes,
  thenScripts = [],
  timeoutMs = undefined,
  onLine = undefined,
  onProgress = (/** @type {number} */ _) => {},
}) {
  const folder = mkdtempSync(join(tmpdir(), 'stationery-power-'));
  const clock = new Clock();
  const events = [];
  const disks = new Map();
  const servers = [];
  let beganAt;
  try {
    for (const { name, fileSystem } of [{ name: 'data', fileSystem: 'ext4' }, ...stations]) {
      const disk = new VolatileDisk(blankImage(fileSystem, folder), clock);
      disks.set(name, disk);
      servers.push(await serveDisk(disk, join(folder, `${name}.nbd`)));
    }
    let done = 0;
    let ready = 0;
    const control = await answerLines(join(folder, 'control'), (message) => {
      if (message.event === 'hello') return { seed, stations };
      events.push({ at: clock.next(), ...message });
      if (message.event === 'ready' && ++ready === stations.length) beganAt = clock.now;
      if (message.event === 'done') onProgress(++done);
      return { stop: done >= changes };
    });
    servers.push(control);
    const { consoleLog } = await runInMachine({
      cache,
      name: 'power',
      scripts: [
        { name: 'power', script: join(import.meta.dirname, 'guest/work.mjs'), modules },
        ...thenScripts,
      ],
      devices: machineDevices(folder, [...disks.keys()]),
      timeoutMs,
      onLine,
    });
    return { stations, disks, events, beganAt, endedAt: events.at(-1)?.at, consoleLog };
  } finally {
    for (const server of servers) await server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function machineDevices(folder, names) {
  const drives = names.flatMap((name) => {
    const file = `nbd+unix:///?socket=${join(folder, `${name}.nbd`)}`;
    return [
      ...['-drive', `file=${file},format=raw,if=none,id=${name},cache=none`],
      ...['-device', `virtio-blk-pci,drive=${name},serial=${name}`],
    ];
  });
  const control = [
    ...['-chardev', `socket,id=power,path=${join(folder, 'control')}`],
    ...['-device', 'virtio-serial-pci', '-device', 'virtserialport,chardev=power,name=power'],
  ];
  return [...drives, ...control];
}

function blankImage(fileSystem, folder) {
  const { program, args, sizeBytes } = makeFileSystem[fileSystem];
  const path = join(folder, 'blank');
  writeFileSync(path, '');
  truncateSync(path, sizeBytes);
  execFileSync(`/sbin/${program}`, [...args, path], { stdio: ['ignore', 'ignore', 'pipe'] });
  const image = readFileSync(path);
  rmSync(path);
  return image;
}

async function answerLines(path, answer) {
  const sockets = new Set();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    createInterface({ input: socket }).on('line', (line) =>
      socket.write(`${JSON.stringify(answer(JSON.parse(line)))}\n`),
    );
  });
  server.listen(path);
  await once(server, 'listening');
  return {
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
