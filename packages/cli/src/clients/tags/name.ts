import type { TagDetailsChange } from '@stationery/client/tags';
import { defineCommand } from '../../command-line/command.ts';
import { UsageError } from '../../terminal/exit-codes.ts';
import { changeTag } from './change-tag.ts';

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
    const { args, options } = context;
    const [word = '', newName] = args;
    const change: TagDetailsChange = {};
    if (newName !== undefined) change.name = newName || null;
    if (options.colour !== undefined) change.colour = readColour(options.colour);
    if (options.picture !== undefined) change.picture = options.picture || null;
    if (options.note !== undefined) change.note = options.note || null;
    return changeTag(context, word, () => (Object.keys(change).length === 0 ? undefined : change));
  },
});

function readColour(text: string): string | null {
  if (!/^(?:#[0-9a-f]{6})?$/i.test(text)) throw new UsageError('--colour must be like #ff8800');
  return text || null;
}
