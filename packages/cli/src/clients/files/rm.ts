import { defineCommand } from '../command.ts';
import { exitCodes, Failure } from '../exit-codes.ts';
import { isAgreed } from '../terminal/ask.ts';
import { counted, plain } from '../terminal/words.ts';
import { findFiles } from './find-files.ts';

export const rm = defineCommand({
  summary: 'Delete files from the card',
  arguments: '<name…>',
  count: [1, Number.POSITIVE_INFINITY],
  about:
    'A name, an id or a wildcard in quotes. It asks first; where nobody can be asked, it needs --yes. Tags that were bound to a file know none then.',
  service: 'station',
  options: { yes: { help: 'Do not ask' } },
  examples: ['stationery files rm song.mp3', "stationery files rm --yes '*.tmp'"],
  async run({ args, options, out, signal, ...context }) {
    const station = await context.station();
    const files = findFiles((await station.card({ signal })).files, args);
    if (!options.yes && !out.canAsk) {
      throw new Failure('nobody can be asked here; say --yes to delete without asking', exitCodes.usage);
    }
    if (!options.yes) {
      const [first] = files;
      const what = files.length === 1 ? `“${plain(first!.filename)}”` : counted(files.length, 'file');
      if (files.length > 1) for (const { filename } of files) out.note(`  ${plain(filename)}`);
      if (!(await isAgreed(out, `Delete ${what}?`, signal))) throw new Failure('nothing was deleted');
    }
    for (const { id, filename } of files) {
      await station.remove(id, { signal });
      out.line(`deleted  ${plain(filename)}`);
    }
    out.result({ deleted: files }, () => undefined);
    return exitCodes.good;
  },
});
