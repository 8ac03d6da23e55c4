import type { TagPlayback } from '@stationery/client/tags';
import { defineCommand } from '../../command-line/command.ts';
import { onAgain, oneOf, onRemoval, repeatModes, switches, wholeNumber } from '../player/setting-words.ts';
import { changeTag } from './change-tag.ts';

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
      help: 'When the tag is taken away: continue, pause or stop',
      completes: onRemoval,
      mayBeEmpty: true,
    },
    'on-again': {
      placeholder: '<action>',
      help: 'When the tag comes again: resume, restart, next, or single: one file per tap',
      completes: onAgain,
      mayBeEmpty: true,
    },
    repeat: {
      placeholder: '<off|all|one>',
      help: 'Play the files of the tag, or each file, again',
      completes: repeatModes,
      mayBeEmpty: true,
    },
    remember: {
      placeholder: '<on|off>',
      help: 'Resume also after other tags and a restart',
      completes: switches,
      mayBeEmpty: true,
    },
    volume: { placeholder: '<percent>', help: 'The volume with which the tag starts', mayBeEmpty: true },
    reset: { help: 'Remove all settings of the tag' },
  },
  examples: [
    'stationery tags playback lion --on-removal continue --volume 40',
    "stationery tags playback lion --repeat all --on-removal ''",
    'stationery tags playback lion --reset',
  ],
  async run(context) {
    const { args, options } = context;
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
    return changeTag(context, args[0] ?? '', (known) => {
      if (given.length === 0 && !options.reset) return undefined;
      const settings = Object.entries({
        ...(options.reset ? {} : known.playback),
        ...Object.fromEntries(given.map((member) => [member, wanted[member]])),
      }).filter(([, value]) => value !== undefined);
      return { playback: Object.fromEntries(settings) as TagPlayback };
    });
  },
});
