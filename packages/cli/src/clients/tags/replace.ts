import { defineCommand } from '../../command-line/command.ts';
import { exitCodes, Failure } from '../../terminal/exit-codes.ts';
import { describeDetails } from './describe-details.ts';
import { connectTags, findTag } from './find-tag.ts';
import { waitForTags } from './wait-for-tags.ts';

const waitSeconds = 60;

export const replace = defineCommand({
  summary: 'Replace a lost tag: the new tag gets its name, files and position',
  arguments: '<lost: serial, id or name> [replacement]',
  completes: ['tag'],
  about: `Without a replacement it waits ${waitSeconds} s for a new tag on the reader. The lost tag is forgotten.`,
  service: 'station',
  options: { overwrite: { help: 'Also where the replacement has a name or files of its own' } },
  examples: ['stationery tags replace lion', 'stationery tags replace lion 0x04A2245A6B2C81'],
  async run(context) {
    const { args, options, out, signal } = context;
    const [word = '', other] = args;
    const tags = await connectTags(context);
    const known = await tags.list({ signal });
    const lost = findTag(known, word);
    let replacement = other === undefined ? undefined : findTag(known, other).id;
    if (replacement === undefined) {
      const station = await context.station();
      const [added] = await waitForTags(station, out, 'Put a new tag on the reader', waitSeconds, signal);
      if (added === undefined)
        throw new Failure(`no new tag was put on the reader within ${waitSeconds} s`, exitCodes.timedOut);
      replacement = added.id;
    }
    const tag = await tags.replace(lost.id, replacement, { signal, overwrite: options.overwrite });
    out.result(tag, () => out.line(describeDetails(tag)));
  },
});
