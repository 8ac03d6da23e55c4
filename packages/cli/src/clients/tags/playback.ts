import type { TagPlayback } from '@stationery/client/tags';
import { defineCommand } from '../../command-line/command.ts';
import { onAgain, oneOf, onRemoval, repeatModes, switches, wholeNumber } from '../player/setting-words.ts';
import { describeDetails } from './describe-details.ts';
import { connectTags, findTag } from './find-tag.ts';

export const playback = defineCommand({
  summary: 'Let a tag play in its own way',
  arguments: '<serial, id or name>',
  completes: ['tag'],
  about:
    'These settings replace those of the station (stationery player) for one tag. An empty text removes one. The volume for other tags stays as it is.',
  service: 'station',
  options: {
    'on-removal': {
      placeholder: '<action>',
      help: 'When it is taken away: continue, pause or stop',
      completes: onRemoval,
      mayBeEmpty: true,
    },
    'on-again': {
      placeholder: '<action>',
      help: 'When it comes again: resume, restart, next, or single: one file per tap',
      completes: onAgain,
      mayBeEmpty: true,
    },
    repeat: {
      placeholder: '<off|all|one>',
      help: 'Play its files, or each file, again',
      completes: repeatModes,
      mayBeEmpty: true,
    },
    remember: {
      placeholder: '<on|off>',
      help: 'Resume also after other tags and a restart',
      completes: switches,
      mayBeEmpty: true,
    },
    volume: { placeholder: '<percent>', help: 'The volume with which it starts', mayBeEmpty: true },
    reset: { help: 'Remove all settings of the tag' },
  },
  examples: [
    'stationery tags playback lion --on-removal continue --volume 40',
    "stationery tags playback lion --repeat all --on-removal ''",
    'stationery tags playback lion --reset',
  ],
  async run(context) {
    const { args, options, out, signal } = context;
    const remember = oneOf('--remember', options.remember || undefined, switches);
    // An empty text gives undefined, which removes the setting.
    const wanted = {
      on_removal: oneOf('--on-removal', options['on-removal'] || undefined, onRemoval),
      on_again: oneOf('--on-again', options['on-again'] || undefined, onAgain),
      repeat: oneOf('--repeat', options.repeat || undefined, repeatModes),
      remember: remember && remember === 'on',
      volume: wholeNumber('--volume', options.volume || undefined, 100),
    };
    const given = Object.keys(wanted).filter(
      (member) => options[member.replace('_', '-') as 'on-removal'] !== undefined,
    ) as (keyof typeof wanted)[];
    const tags = await connectTags(context);
    const known = findTag(await tags.list({ signal }), args[0] ?? '');
    const settings = Object.fromEntries(
      Object.entries({
        ...(options.reset ? {} : known.playback),
        ...Object.fromEntries(given.map((member) => [member, wanted[member]])),
      }).filter(([, value]) => value !== undefined),
    ) as TagPlayback;
    const tag =
      given.length === 0 && !options.reset
        ? known
        : await tags.change(known.id, { playback: settings }, { signal });
    out.result(tag, () => out.line(describeDetails(tag)));
  },
});
