import type { TagDetailsChange } from '@stationery/client/tags';
import { defineCommand } from '../../command-line/command.ts';
import { UsageError } from '../../terminal/exit-codes.ts';
import { describeDetails } from './describe-details.ts';
import { connectTags, findTag } from './find-tag.ts';

export const name = defineCommand({
  summary: 'Give a tag a name, a colour, a picture or a note',
  arguments: '<serial, id or name> [new name]',
  completes: ['tag'],
  about: 'An empty text removes what was there.',
  service: 'station',
  options: {
    colour: { placeholder: '<#rrggbb>', help: 'A colour as in CSS, for example #ff8800', mayBeEmpty: true },
    picture: {
      placeholder: '<name>',
      help: 'A picture on the card',
      completes: 'card-file',
      mayBeEmpty: true,
    },
    note: { placeholder: '<text>', help: 'A note', mayBeEmpty: true },
  },
  examples: [
    'stationery tags name 1 Lion',
    "stationery tags name lion --colour '#ff8800' --picture lion.jpg",
    "stationery tags name 1 ''",
    "stationery tags name lion --note ''",
  ],
  async run(context) {
    const { args, options, out, signal } = context;
    const [word = '', newName] = args;
    const tags = await connectTags(context);
    const { id } = findTag(await tags.list({ signal }), word);
    const change: TagDetailsChange = {};
    if (newName !== undefined) change.name = newName || null;
    if (options.colour !== undefined) change.colour = readColour(options.colour);
    if (options.picture !== undefined) change.picture = options.picture || null;
    if (options.note !== undefined) change.note = options.note || null;
    const tag =
      Object.keys(change).length === 0
        ? await tags.get(id, { signal })
        : await tags.change(id, change, { signal });
    out.result(tag, () => out.line(describeDetails(tag)));
  },
});

function readColour(text: string): string | null {
  if (!/^(?:#[0-9a-f]{6})?$/i.test(text)) throw new UsageError('--colour must be like #ff8800');
  return text || null;
}
