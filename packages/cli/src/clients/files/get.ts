import { mkdirSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { Writable } from 'node:stream';
import type { CardFile } from '@stationery/client';
import { defineCommand } from '../../command-line/command.ts';
import { exitCodes, Failure, UsageError } from '../../terminal/exit-codes.ts';
import { Transfer } from '../../terminal/transfer.ts';
import { plain, sizeText } from '../../terminal/words.ts';
import { download } from './download.ts';
import { findFiles } from './find-files.ts';

export const get = defineCommand({
  summary: 'Download files from the card',
  arguments: '<name…>',
  completes: ['card-file'],
  about: `Takes names, ids, folders and wildcards in quotes. A file gets its name when all of it is downloaded; a download that was
interrupted continues where it stopped. Files that exist with the same size are skipped.`,
  service: 'station',
  options: {
    to: {
      placeholder: '<folder>',
      help: 'Where to save them, default: the current folder; “-” is standard output',
      completes: 'folder',
    },
    force: { help: 'Overwrite files of the same name that have another size' },
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
      if (out.json) throw new UsageError('--json and the content can’t both go to standard output');
      for (const { id } of files) {
        const { body } = await station.content(id, { signal });
        await body?.pipeTo(Writable.toWeb(out.streams.stdout), { preventClose: true, signal });
      }
      return exitCodes.good;
    }
    mkdirSync(folder, { recursive: true });
    const got: {
      path: string;
      filename: string;
      id: number;
      size: number;
      state: 'downloaded' | 'skipped';
    }[] = [];
    for (const file of files) {
      const path = join(resolve(folder), safeName(file));
      mkdirSync(dirname(path), { recursive: true });
      const state = isThere(path, file, options.force) ? 'skipped' : 'downloaded';
      if (state === 'downloaded') {
        const transfer = new Transfer(out, file.filename);
        try {
          await download(station, file, path, signal, (bytes) => transfer.show(bytes, file.size));
        } finally {
          transfer.end();
        }
      }
      const word = state === 'skipped' ? out.style('dim', 'skipped   ') : out.style('green', 'downloaded');
      out.line(`${word}  ${plain(file.filename)}  ${sizeText(file.size)}`);
      got.push({ path, filename: file.filename, id: file.id, size: file.size, state });
    }
    out.result({ files: got }, () => undefined);
  },
});

/** Refuses names from the station that point outside the folder. */
function safeName({ filename }: CardFile): string {
  if (filename.includes('\\') || filename.split('/').some((part) => ['', '.', '..'].includes(part))) {
    throw new Failure(`the station has a file “${filename}”, which is not a safe name here`);
  }
  return filename;
}

function isThere(path: string, { filename, size }: CardFile, mayOverwrite: boolean): boolean {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return false;
  if (stats.isFile() && stats.size === size) return true;
  if (mayOverwrite && stats.isFile()) return false;
  throw new Failure(
    `“${path}” exists and differs from “${filename}” on the card. Use --force to overwrite it`,
  );
}
