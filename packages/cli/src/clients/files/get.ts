import { mkdirSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { Writable } from 'node:stream';
import type { CardFile } from '@stationery/client';
import { SettingError } from '@stationery/core/settings';
import { defineCommand } from '../command.ts';
import { exitCodes, Failure } from '../exit-codes.ts';
import { Transfer } from '../terminal/transfer.ts';
import { plain, sizeText } from '../terminal/words.ts';
import { download } from './download.ts';
import { findFiles } from './find-files.ts';

export const get = defineCommand({
  summary: 'Get files from the card',
  arguments: '<name…>',
  count: [1, Number.POSITIVE_INFINITY],
  about: `A name, an id or a wildcard in quotes. A file has its name only when all of it is there; one that was broken
off goes on where it was. What is there already with the same size is left out.`,
  service: 'station',
  options: {
    to: {
      placeholder: '<folder>',
      help: 'Where to put them, default: here; “-” is standard output',
      takes: 'folder',
    },
    force: { help: 'Write over files of the same name that have another size' },
  },
  examples: [
    'stationery files get song.mp3',
    "stationery files get '*.mp3' --to music",
    'stationery files get 3 --to - | less',
  ],
  async run(context) {
    const { args, options, out, signal } = context;
    const folder = options.to ?? '.';
    const station = await context.station();
    const files = findFiles((await station.card({ signal })).files, args);
    if (folder === '-') {
      if (out.json) throw new SettingError('--json and the content cannot both go to standard output');
      for (const { id } of files) {
        const { body } = await station.content(id, { signal });
        await body?.pipeTo(Writable.toWeb(out.streams.stdout), { preventClose: true, signal });
      }
      return exitCodes.good;
    }
    mkdirSync(folder, { recursive: true });
    const got: { path: string; filename: string; id: number; size: number; state: 'downloaded' | 'there' }[] =
      [];
    for (const file of files) {
      const path = join(resolve(folder), safeName(file));
      const state = isThere(path, file, options.force) ? 'there' : 'downloaded';
      if (state === 'downloaded') {
        const transfer = new Transfer(out, file.filename);
        try {
          await download(station, file, path, signal, (bytes) => transfer.show(bytes, file.size));
        } finally {
          transfer.end();
        }
      }
      const word =
        state === 'there' ? `${out.style('dim', 'there')}     ` : `${out.style('green', 'got')}       `;
      out.line(`${word}${plain(file.filename)}  ${sizeText(file.size)}`);
      got.push({ path, filename: file.filename, id: file.id, size: file.size, state });
    }
    out.result({ files: got }, () => undefined);
    return exitCodes.good;
  },
});

/** A name comes from elsewhere, and must not lead out of the folder. */
function safeName({ filename }: CardFile): string {
  if (filename !== basename(filename) || filename.includes('\\') || ['', '.', '..'].includes(filename)) {
    throw new Failure(`the station has a file “${filename}”; no such name is written here`);
  }
  return filename;
}

function isThere(path: string, { filename, size }: CardFile, mayOverwrite: boolean): boolean {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return false;
  if (stats.isFile() && stats.size === size) return true;
  if (mayOverwrite && stats.isFile()) return false;
  throw new Failure(`“${path}” is there and differs from “${filename}” on the card; --force writes over it`);
}
