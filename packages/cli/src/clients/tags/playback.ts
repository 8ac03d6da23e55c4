import type { TagPlayback } from '@stationery/client/tags';
import { defineCommand } from '../../command-line/command.ts';
import { membersOf, playbackOptions, removable, whole } from '../player/setting-words.ts';
import { changeTag } from './change-tag.ts';

const { remember, repeat } = playbackOptions;
const tagOptions = {
  'on-removal': removable(playbackOptions['on-removal']),
  'on-again': removable(playbackOptions['on-again']),
  repeat: removable(repeat),
  remember: removable(remember),
  volume: removable(whole('volume', 'percent', [0, 100], 'The volume with which the tag starts')),
};

export const playback = defineCommand({
  summary: 'Let a tag play in its own way',
  arguments: '<serial, id or name>',
  completes: ['tag'],
  about:
    'These settings replace those of the station (stationery player) for one tag. An empty text removes one. The volume for other tags stays as it is.',
  service: 'station',
  options: { ...tagOptions, reset: { help: 'Remove all settings of the tag' } },
  examples: [
    'stationery tags playback lion --on-removal continue --volume 40',
    "stationery tags playback lion --repeat all --on-removal ''",
    'stationery tags playback lion --reset',
  ],
  async run(context) {
    const { args, options } = context;
    const wanted = membersOf(tagOptions, options);
    return changeTag(context, args[0] ?? '', (known) => {
      if (Object.keys(wanted).length === 0 && !options.reset) return undefined;
      const playback = { ...(options.reset ? {} : known.playback), ...wanted };
      const kept = Object.entries(playback).filter(([, value]) => value !== null);
      return { playback: Object.fromEntries(kept) as TagPlayback };
    });
  },
});
