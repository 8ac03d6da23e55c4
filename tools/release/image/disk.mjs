// Makes the disk image. Its boot, root and data partitions are made as plain files, so that no loop device is needed.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../../lib/prepare.mjs';
import { buildMoment } from '../package/archive.mjs';

const sector = 512;
const alignment = 4 * 2 ** 20;
const bootBytes = 256 * 2 ** 20;
/** Initial size of the data partition, which grows to the end of the card at the first start. */
const dataBytes = 64 * 2 ** 20;

export function writeDisk({ folder, boot, work, out }) {
  const moment = buildMoment();
  const parts = ['boot', 'root', 'data'].map((name) => join(work, `${name}.part`));
  const [bootPart, rootPart, dataPart] = parts;
  writeBoot(boot, bootPart, moment);
  // The root is never written to, so it needs neither free space nor a journal.
  writeExt4({
    folder,
    out: rootPart,
    label: 'stationery-root',
    bytes: neededBytes(folder),
    journal: false,
    moment,
  });
  const empty = join(work, 'empty');
  mkdirSync(empty);
  writeExt4({
    folder: empty,
    out: dataPart,
    label: 'stationery-data',
    bytes: dataBytes,
    journal: true,
    moment,
  });
  let start = alignment;
  const rows = parts.map((path, index) => {
    const row = {
      path,
      start,
      bytes: aligned(statSync(path).size),
      type: index === 0 ? 'c, bootable' : '83',
    };
    start += row.bytes;
    return row;
  });
  rmSync(out, { force: true });
  writeFileSync(out, '');
  truncateSync(out, start);
  const table = rows.map(
    (row) => `start=${row.start / sector}, size=${row.bytes / sector}, type=${row.type}`,
  );
  execFileSync('sfdisk', ['--quiet', '--no-reread', '--no-tell-kernel', out], {
    input: `label: dos\nlabel-id: 0x${idOf('disk').slice(0, 8)}\n${table.join('\n')}\n`,
  });
  for (const { path, start } of rows)
    run('dd', [
      `if=${path}`,
      `of=${out}`,
      'bs=4M',
      `seek=${start / alignment}`,
      'conv=sparse,notrunc',
      'status=none',
    ]);
}

function writeBoot(boot, out, moment) {
  writeFileSync(out, '');
  truncateSync(out, bootBytes);
  run('mkfs.vfat', ['--invariant', '-F', '32', '-i', idOf('boot').slice(0, 8), '-n', 'STN-BOOT', out]);
  const env = { ...process.env, TZ: 'UTC', SOURCE_DATE_EPOCH: moment };
  const entries = readdirSync(boot, { recursive: true, withFileTypes: true })
    .map((entry) => ({ path: join(entry.parentPath, entry.name), isFolder: entry.isDirectory() }))
    .toSorted((one, other) => (one.path < other.path ? -1 : 1));
  run('find', [boot, '-exec', 'touch', '-h', '-d', `@${moment}`, '{}', '+']);
  for (const { path, isFolder } of entries) {
    const inside = `::${path.slice(boot.length)}`;
    if (isFolder) run('mmd', ['-i', out, inside], { env });
    else run('mcopy', ['-m', '-i', out, path, inside], { env });
  }
}

function writeExt4({ folder, out, label, bytes, journal, moment }) {
  run('find', [folder, '-newermt', `@${moment}`, '-exec', 'touch', '-h', '-d', `@${moment}`, '{}', '+']);
  writeFileSync(out, '');
  truncateSync(out, bytes);
  const env = { ...process.env, E2FSPROGS_FAKE_TIME: moment };
  const id = idOf(label).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');
  run(
    'mke2fs',
    [
      ...['-q', '-t', 'ext4', '-d', folder, '-L', label, '-U', id, '-m', '0', '-e', 'remount-ro'],
      // Use the parameters of a large file system, because the data partition grows.
      ...['-b', '4096', '-i', '16384'],
      ...['-E', `hash_seed=${id},lazy_itable_init=0,lazy_journal_init=0`],
      ...(journal ? [] : ['-O', '^has_journal']),
      out,
    ],
    { env },
  );
  settleTimes(out, moment, env);
}

/** Sets all inode times to `moment`, because mke2fs takes them from the clock and from the files of this machine. */
function settleTimes(out, moment, env) {
  const said = execFileSync('dumpe2fs', ['-h', out], { encoding: 'utf8', stdio: 'pipe' });
  const [total, free] = ['Inode count', 'Free inodes'].map((name) =>
    Number(new RegExp(`^${name}:\\s+(\\d+)$`, 'm').exec(said)?.[1]),
  );
  const used = total - free;
  const script = Array.from({ length: used }, (_, index) =>
    ['atime', 'ctime', 'crtime'].map((field) => `sif <${index + 1}> ${field} @${moment}\n`).join(''),
  ).join('');
  execFileSync('debugfs', ['-w', '-f', '-', out], {
    input: script,
    env,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
}

function neededBytes(folder) {
  const [kilobytes] = execFileSync('du', ['-s', '--block-size=1K', folder], { encoding: 'utf8' }).split('\t');
  return aligned(Number(kilobytes) * 1024 * 1.08 + 32 * 2 ** 20);
}

const aligned = (bytes) => Math.ceil(bytes / alignment) * alignment;

/** Returns an id that is the same in every build of one commit. */
const idOf = (name) => createHash('sha256').update(`stationery ${name}`).digest('hex');
