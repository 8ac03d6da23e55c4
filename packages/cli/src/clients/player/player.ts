import { repeatModes, replayGains } from '@stationery/contract/player-words';
import { defineCommand } from '../../command-line/command.ts';
import { UsageError } from '../../terminal/exit-codes.ts';
import { plain } from '../../terminal/words.ts';
import {
  choice,
  membersOf,
  onOff,
  playbackOptions,
  removable,
  text,
  whole,
  wholeNumber,
} from './setting-words.ts';
import { connectPlayer, printState } from './show-state.ts';

const maxSeconds = 10;

const settingOptions = {
  ...playbackOptions,
  'volume-cap': whole('volume_cap', 'percent', [0, 100], 'The highest volume, which is never exceeded'),
  'idle-file': {
    ...removable(
      text('idle_file', '<name>', 'A file to play while nothing else plays; an empty text for none'),
    ),
    completes: 'card-file',
  },
  languages: {
    ...text(
      'languages',
      '<codes>',
      'Languages of visitors, the default first: en,de; an empty text for none',
      (codes) => codes.split(',').filter(Boolean),
    ),
    mayBeEmpty: true,
  },
  'unknown-sound': onOff('unknown_sound', 'A sound for a tag that is not known or has no file'),
  'replay-gain': choice(
    'replay_gain',
    replayGains,
    'Play files or albums equally loud by their ReplayGain tags, with mpv or MPD',
  ),
  fade: text('fade', '<seconds>', 'Fade out before a pause or a stop', seconds),
  grace: text('grace', '<seconds>', 'How long a tag may be missing before it counts as taken away', seconds),
} as const;

const stateOptions = {
  language: text('language', '<code>', 'The language of the visitor who is here, such as de'),
  'repeat-now': choice('repeat', repeatModes, 'Repeat what plays, until something else plays'),
  shuffle: onOff('shuffled', 'Shuffle the files of the tag that plays, or restore their order'),
  sleep: text('sleep', '<minutes>', 'Pause after this time; 0 for never', (minutes, option) => {
    const number = wholeNumber(option, minutes, 1_440);
    return number === 0 ? null : number * 60;
  }),
  'sleep-after-file': onOff('sleep_after_file', 'Stop after the file that plays'),
};

export const player = defineCommand({
  summary: 'Show what a station plays and what a tap does, or change it',
  service: 'station',
  options: { ...settingOptions, ...stateOptions },
  examples: [
    'stationery player',
    'stationery player --on-removal continue',
    'stationery player --volume-cap 60 --sleep 30',
    'stationery player --repeat-now all --shuffle on',
    'stationery player --fade 1.5 --unknown-sound off',
  ],
  async run(context) {
    const { signal, out, options } = context;
    const change = membersOf(settingOptions, options);
    const now = membersOf(stateOptions, options);
    const client = await connectPlayer(context);
    const settings =
      Object.keys(change).length === 0
        ? await client.settings({ signal })
        : await client.changeSettings(change, { signal });
    const state =
      Object.keys(now).length === 0 ? await client.state({ signal }) : await client.set(now, { signal });
    out.result({ ...state, settings }, () => {
      printState(out, state);
      out.line(
        `player ${state.player}; tag taken away: ${settings.on_removal}; tag again: ${settings.on_again}; repeat: ${settings.repeat}${settings.remember ? '' : '; positions are not remembered'}`,
      );
      out.line(
        `sound for unknown tags: ${settings.unknown_sound ? 'on' : 'off'}; fade ${settings.fade} s; grace ${settings.grace} s`,
      );
      if (settings.replay_gain !== 'off') out.line(`ReplayGain: ${settings.replay_gain}`);
      if (settings.languages.length > 0)
        out.line(`languages ${settings.languages.join(', ')}; now ${state.language}`);
      if (settings.idle_file !== null) out.line(`idle file ${plain(settings.idle_file)}`);
    });
  },
});

function seconds(value: string, option: string): number {
  if (/^\d{1,2}(?:\.\d{1,3})?$/.test(value) && Number(value) <= maxSeconds) return Number(value);
  throw new UsageError(`${option} must be from 0 to ${maxSeconds} seconds, not “${value}”`);
}
