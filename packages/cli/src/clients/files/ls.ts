import { defineCommand } from '../../command-line/command.ts';
import { exitCodes } from '../../terminal/exit-codes.ts';
import { bar } from '../../terminal/status-line.ts';
import { counted, sizeText } from '../../terminal/words.ts';
import { stationSnapshot } from '../station-snapshot.ts';
import { findFiles } from './find-files.ts';

export const ls = defineCommand({
  summary: 'List the files on the card',
  arguments: '[name…]',
  count: [0, Number.POSITIVE_INFINITY],
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
    return exitCodes.good;
  },
});
