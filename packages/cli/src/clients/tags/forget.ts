import { defineCommand } from '../../command-line/command.ts';
import { confirm } from '../../terminal/ask.ts';
import { Failure, UsageError } from '../../terminal/exit-codes.ts';
import { counted } from '../../terminal/words.ts';
import { describeDetails } from './describe-details.ts';
import { connectTags, findTag } from './find-tag.ts';

export const forget = defineCommand({
  summary: 'Forget tags',
  arguments: '<serial, id or name…>',
  completes: ['tag'],
  about: 'It asks first; without a terminal it needs --yes. A tag that is forgotten can be added again.',
  service: 'station',
  options: { yes: { help: 'Do not ask' } },
  examples: ['stationery tags forget lion', 'stationery tags forget --yes 1 2'],
  async run(context) {
    const { args, options, out, signal } = context;
    const tags = await connectTags(context);
    const known = await tags.list({ signal });
    const found = [...new Set(args.map((word) => findTag(known, word)))];
    if (!options.yes) {
      if (!out.canAsk) throw new UsageError('not a terminal: use --yes to forget without asking');
      for (const tag of found) out.note(`  ${describeDetails(tag)}`);
      if (!(await confirm(out, `Forget ${counted(found.length, 'tag')}?`, signal)))
        throw new Failure('no tag was forgotten');
    }
    for (const tag of found) {
      await tags.remove(tag.id, { signal });
      out.line(`forgotten  ${describeDetails(tag)}`);
    }
    out.result({ forgotten: found }, () => undefined);
  },
});
