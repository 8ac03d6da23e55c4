import { defineCommand } from '../../command-line/command.ts';
import { exitCodes, UsageError } from '../../terminal/exit-codes.ts';
import { plain } from '../../terminal/words.ts';
import { connectTags } from '../tags/find-tag.ts';
import { findFiles } from './find-files.ts';

export const rename = defineCommand({
  summary: 'Rename a file on the card; its tags keep it',
  arguments: '<name> <new name>',
  count: [2, 2],
  completes: ['card-file'],
  service: 'station',
  examples: ["stationery files rename song.mp3 'The song.mp3'"],
  async run(context) {
    const { args, out, signal } = context;
    const [word = '', newName = ''] = args;
    const { files } = await (await context.station()).card({ signal });
    const [old, ...others] = findFiles(files, [word]);
    if (old === undefined || others.length > 0) throw new UsageError('name one file');
    const file = await (await connectTags(context)).renameFile(old.id, newName, { signal });
    out.result(file, () => out.line(`${plain(old.filename)} → ${plain(file.filename)}`));
    return exitCodes.good;
  },
});
