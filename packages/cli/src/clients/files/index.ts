import { type CommandGroup, defineCommand } from '../../command-line/command.ts';
import { confirm } from '../../terminal/ask.ts';
import { Failure, UsageError } from '../../terminal/exit-codes.ts';
import { bar } from '../../terminal/status-line.ts';
import { counted, plain, sizeText } from '../../terminal/words.ts';
import { stationSnapshot } from '../station-snapshot.ts';
import { connectTags } from '../tags/find-tag.ts';
import { findFiles } from './find-files.ts';
import { get } from './get.ts';
import { put } from './put.ts';

const rm = defineCommand({
  summary: 'Delete files from the card',
  arguments: '<name…>',
  completes: ['card-file'],
  about:
    'Takes names, ids, folders and wildcards in quotes. Asks first; without a terminal it needs --yes. Tags that were bound to a\ndeleted file have no file afterwards.',
  service: 'station',
  options: { yes: { help: 'Do not ask' } },
  examples: ['stationery files rm song.mp3', "stationery files rm --yes '*.tmp'"],
  async run({ args, options, out, signal, ...context }) {
    const station = await context.station();
    const files = findFiles((await station.card({ signal })).files, args);
    if (!options.yes) {
      if (!out.canAsk) throw new UsageError('not a terminal: use --yes to delete without asking');
      const [first] = files;
      const what = files.length === 1 ? `“${plain(first!.filename)}”` : counted(files.length, 'file');
      if (files.length > 1) for (const { filename } of files) out.note(`  ${plain(filename)}`);
      if (!(await confirm(out, `Delete ${what}?`, signal))) throw new Failure('nothing was deleted');
    }
    for (const { id, filename } of files) {
      await station.remove(id, { signal });
      out.line(`deleted  ${plain(filename)}`);
    }
    out.result({ deleted: files }, () => undefined);
  },
});

const rename = defineCommand({
  summary: 'Rename a file on the card, or move it to a folder; its tags keep it',
  arguments: '<name> <new name>',
  completes: ['card-file'],
  service: 'station',
  examples: [
    "stationery files rename song.mp3 'The song.mp3'",
    'stationery files rename song.mp3 Songs/song.mp3',
  ],
  async run(context) {
    const { args, out, signal } = context;
    const [word = '', newName = ''] = args;
    const { files } = await (await context.station()).card({ signal });
    const [old, ...others] = findFiles(files, [word]);
    if (old === undefined || others.length > 0) throw new UsageError('give exactly one file');
    const file = await (await connectTags(context)).renameFile(old.id, newName, { signal });
    out.result(file, () => out.line(`${plain(old.filename)} → ${plain(file.filename)}`));
  },
});

const ls = defineCommand({
  summary: 'List the files on the card',
  arguments: '[name…]',
  completes: ['card-file'],
  service: 'station',
  examples: ['stationery files ls', "stationery files ls '*.mp3'", 'stationery files ls --json'],
  async run({ args, out, signal, ...context }) {
    const station = await context.station();
    const [card, tags] = [await station.card({ signal }), await station.tags({ signal })];
    const files = args.length === 0 ? card.files : findFiles(card.files, args);
    const rows = files.map((file) => ({
      ...file,
      tags: tags.filter(({ filename }) => filename === file.filename).map(({ serial }) => serial),
    }));
    const { size, free } = card;
    const now = (await stationSnapshot(station, signal))?.card;
    const isFolder = now?.state === 'present' && now.is_folder === true;
    out.result({ size, free, isFolder, files: rows }, () => {
      if (rows.length > 0) {
        out.table(
          ['ID', 'SIZE'.padStart(8), 'TAGS', 'NAME'],
          rows.map((row) => [row.id, sizeText(row.size).padStart(8), row.tags.length, row.filename]),
        );
      }
      const used = size === 0 ? 1 : 1 - free / size;
      const room = `${bar(used, 12)}  ${sizeText(free)} of ${sizeText(size)} free`;
      out.line(out.style('dim', `${counted(rows.length, 'file')}   ${room}`));
      if (isFolder)
        out.line(out.style('dim', 'The card is a folder: the space shown is that of its whole disk.'));
    });
  },
});

export const files: CommandGroup = {
  summary: 'Files on the card of a station',
  commands: { ls, put, get, rename, rm },
  examples: [
    'stationery files put song.mp3',
    'stationery files ls',
    "stationery files get '*.mp3' --to music",
    'stationery files rm song.mp3',
  ],
};
