import type { PlayerSettings } from '@stationery/client/player';
import { defineCommand } from '../../command-line/command.ts';
import { UsageError } from '../../terminal/exit-codes.ts';
import { plain } from '../../terminal/words.ts';
import {
  onAgain,
  oneOf,
  onRemoval,
  repeatModes,
  replayGains,
  switches,
  wholeNumber,
} from './setting-words.ts';
import { connectPlayer, printState } from './show-state.ts';

const maxSeconds = 10;

export const player = defineCommand({
  summary: 'Show what a station plays and what a tap does, or change it',
  service: 'station',
  options: {
    'on-removal': {
      placeholder: '<action>',
      help: 'When the tag is taken away: continue, pause or stop',
      completes: onRemoval,
    },
    'on-again': {
      placeholder: '<action>',
      help: 'When a tag comes again: resume, restart, next, or single: one file per tap',
      completes: onAgain,
    },
    repeat: {
      placeholder: '<off|all|one>',
      help: 'Play the files of a tag, or each file, again',
      completes: repeatModes,
    },
    remember: {
      placeholder: '<on|off>',
      help: 'Resume also after other tags and a restart',
      completes: switches,
    },
    'volume-cap': { placeholder: '<percent>', help: 'The highest volume, which is never exceeded' },
    'idle-file': {
      placeholder: '<name>',
      help: 'A file to play while nothing else plays; an empty text for none',
      completes: 'card-file',
      mayBeEmpty: true,
    },
    languages: {
      placeholder: '<codes>',
      help: 'Languages of visitors, the default first: en,de; an empty text for none',
      mayBeEmpty: true,
    },
    language: { placeholder: '<code>', help: 'The language of the visitor who is here, such as de' },
    'unknown-sound': {
      placeholder: '<on|off>',
      help: 'A sound for a tag that is not known or has no file',
      completes: switches,
    },
    'replay-gain': {
      placeholder: '<off|track|album>',
      help: 'Play files or albums equally loud by their ReplayGain tags, with mpv or MPD',
      completes: replayGains,
    },
    fade: { placeholder: '<seconds>', help: 'Fade out before a pause or a stop' },
    grace: { placeholder: '<seconds>', help: 'How long a tag may be missing before it counts as taken away' },
    'repeat-now': {
      placeholder: '<off|all|one>',
      help: 'Repeat what plays, until something else plays',
      completes: repeatModes,
    },
    shuffle: {
      placeholder: '<on|off>',
      help: 'Shuffle the files of the tag that plays, or restore their order',
      completes: switches,
    },
    sleep: { placeholder: '<minutes>', help: 'Pause after this time; 0 for never' },
  },
  examples: [
    'stationery player',
    'stationery player --on-removal continue',
    'stationery player --volume-cap 60 --sleep 30',
    'stationery player --repeat-now all --shuffle on',
    'stationery player --fade 1.5 --unknown-sound off',
  ],
  async run(context) {
    const { signal, out, options } = context;
    const change: Partial<PlayerSettings> = {};
    const removal = oneOf('--on-removal', options['on-removal'], onRemoval);
    const again = oneOf('--on-again', options['on-again'], onAgain);
    const cap = wholeNumber('--volume-cap', options['volume-cap'], 100);
    const sleep = wholeNumber('--sleep', options.sleep, 1_440);
    const shuffle = oneOf('--shuffle', options.shuffle, switches);
    const repeatNow = oneOf('--repeat-now', options['repeat-now'], repeatModes);
    const sound = oneOf('--unknown-sound', options['unknown-sound'], switches);
    const replayGain = oneOf('--replay-gain', options['replay-gain'], replayGains);
    const fade = seconds('--fade', options.fade);
    const grace = seconds('--grace', options.grace);
    if (removal !== undefined) change.on_removal = removal;
    if (again !== undefined) change.on_again = again;
    const repeat = oneOf('--repeat', options.repeat, repeatModes);
    const remember = oneOf('--remember', options.remember, switches);
    if (repeat !== undefined) change.repeat = repeat;
    if (remember !== undefined) change.remember = remember === 'on';
    if (cap !== undefined) change.volume_cap = cap;
    if (sound !== undefined) change.unknown_sound = sound === 'on';
    if (replayGain !== undefined) change.replay_gain = replayGain;
    if (fade !== undefined) change.fade = fade;
    if (grace !== undefined) change.grace = grace;
    const idle = options['idle-file'];
    if (idle !== undefined) change.idle_file = idle === '' ? null : idle;
    if (options.languages !== undefined) change.languages = options.languages.split(',').filter(Boolean);
    const client = await connectPlayer(context);
    const settings =
      Object.keys(change).length === 0
        ? await client.settings({ signal })
        : await client.changeSettings(change, { signal });
    const now = {
      ...(sleep !== undefined && { sleep: sleep === 0 ? null : sleep * 60 }),
      ...(repeatNow !== undefined && { repeat: repeatNow }),
      ...(shuffle !== undefined && { shuffled: shuffle === 'on' }),
      ...(options.language !== undefined && { language: options.language }),
    };
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

function seconds(option: string, value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  if (/^\d{1,2}(?:\.\d{1,3})?$/.test(value) && Number(value) <= maxSeconds) return Number(value);
  throw new UsageError(`${option} must be from 0 to ${maxSeconds} seconds, not “${value}”`);
}
