// Makes the initramfs: busybox, and the modules for access to the host's files.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { cpioArchive } from './cpio.mjs';
import { moduleOrder } from './module-order.mjs';

const modulesForHostFiles = ['virtio_pci', '9pnet_virtio', '9p', 'overlay'];

/** Returns the archive. `settings` are shell variables for the scripts in `guest/`. */
export function initramfs({ kernel, settings }) {
  const files = moduleOrder(kernel.modules, modulesForHostFiles);
  const modules = files.map((file, index) => ({
    path: `modules/${String(index).padStart(2, '0')}-${basename(file, '.xz')}`,
    content: file.endsWith('.xz') ? unpackedXz(file) : readFileSync(file),
  }));
  const variables = Object.entries(settings).map(([name, value]) => `${name}=${quoted(value)}\n`);
  return cpioArchive([
    ...['dev', 'proc', 'sys', 'host', 'memory', 'root'].map((path) => ({ path, folder: true })),
    { path: 'bin/busybox', content: readFileSync('/bin/busybox') },
    { path: 'init', content: readFileSync(new URL('guest/init.sh', import.meta.url)) },
    { path: 'settings', content: variables.join('') },
    ...modules,
  ]);
}

const unpackedXz = (file) => spawnSync('xz', ['-dc', file], { maxBuffer: 100e6 }).stdout;

const quoted = (value) => `'${String(value).replaceAll("'", "'\\''")}'`;
