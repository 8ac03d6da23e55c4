import { defineCommand } from '../../command-line/command.ts';
import { confirm } from '../../terminal/ask.ts';
import { exitCodes, Failure, UsageError } from '../../terminal/exit-codes.ts';
import { counted, plain } from '../../terminal/words.ts';
import { findFiles } from './find-files.ts';

export const rm = defineCommand({
  summary: 'Delete files from the card',
  arguments: '<name…>',
  count: [1, Number.POSITIVE_INFINITY],
  completes: ['card-file'],
  about:
    'Takes names, ids and wildcards in quotes. It asks first; without a terminal it needs --yes. Tags that were bound to a\ndeleted file have no file any more.',
  service: 'station',
  options: { yes: { help: 'Do not ask' } },
  examples: ['stationery files rm song.mp3', "stationery files rm --yes '*.tmp'"],
  async run({ args, options, out, signal, ...context }) {
    const station = await context.station();
    const files = findFiles((await station.card({ signal })).files, args);
    if (!options.yes && !out.canAsk) {
      throw new UsageError('not a terminal: use --yes to delete without asking');
    }
    if (!options.yes) {
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
    return exitCodes.good;
  },
});
