import { type Static, Type } from 'typebox';
import { flag, integer, list, number, object, oneOf, optionals, orNull, partial } from '../exact.ts';
import { PlayerReason } from './player-reasons.ts';
import { onAgains, onRemovals, repeatModes, replayGains } from './player-words.ts';
import { Id, Language, TagFields, WorkingName } from './resources.ts';

export const playerKinds = ['mpv', 'mpd', 'browser', 'none'] as const;

export const maxLanguages = 12;

const Percent = Type.Integer({ minimum: 0, maximum: 100 });
/** Response of `GET /api/v1/player` and data of the event `player`. */
export const PlayerState = object('PlayerState', {
  player: Type.Enum([...playerKinds]),
  status: Type.Enum(['playing', 'paused', 'stopped']),
  file: orNull(
    object({ id: Id, filename: Type.String() }),
    'The file that plays or is paused; null where nothing is, and while the sound for an unknown tag plays: `problem` says then which tag it is',
  ),
  stream: orNull(
    object({ title: Type.String(), url: Type.String(), connecting: flag('Whether it is not heard yet') }),
    'The web radio station or episode that plays or is paused; `file` is null then',
  ),
  tag: orNull(
    object({ id: Id, serial: TagFields.serial, name: orNull(Type.String(), 'Its name, if any') }),
    'The tag that started it; null where a command did',
  ),
  playlist: orNull(
    object({
      position: Type.Integer({ minimum: 1, description: 'Which of the files it is, from 1' }),
      count: Type.Integer({ minimum: 1 }),
      shuffled: Type.Boolean(),
    }),
    'Where it is in the files of the tag; null where it is the only one',
  ),
  repeat: oneOf(
    [...repeatModes],
    'What plays after the last file: nothing, all files again, or the same file again',
  ),
  idle: flag('Whether this is the idle file, which plays because nothing else does'),
  position: Type.Number({ minimum: 0, description: 'Seconds, at the time of the answer or event' }),
  duration: orNull(Type.Number({ minimum: 0 }), 'Seconds; null until the player knows it'),
  volume: Percent,
  volume_cap: Percent,
  sleep: orNull(Type.Number({ minimum: 0 }), 'Seconds until the sleep timer pauses; null where none is set'),
  sleep_after_file: flag('It stops at the end of this file'),
  language: orNull(Language, 'The language of visitors now; null for files as they are named'),
  languages: list(Language, 'The languages that visitors can choose'),
  problem: orNull(
    object({ reason: Type.String(), cause: PlayerReason }),
    'Why nothing plays, or why it stopped. With `output-missing` it plays on the default output',
  ),
  output: object(
    {
      load: Type.Integer({ description: 'Grows each time a file is loaded, also the same one again' }),
      content: orNull(Type.String(), 'The path of the bytes to play'),
      page: orNull(Type.String(), 'The page that plays; any page may report when it is null'),
      fade: orNull(Type.Number({ minimum: 0 }), 'Seconds in which the sound fades out, from now on'),
    },
    'For a page that plays, where `player` is `browser`',
  ),
});
export type PlayerState = Static<typeof PlayerState>;

const writable = {
  on_removal: oneOf([...onRemovals], 'What happens when the tag is taken away'),
  on_again: oneOf(
    [...onAgains],
    'What a tag does that has played before: resume where it was left, restart, or play the next file. `single` plays the next file and stops after it',
  ),
  repeat: oneOf(
    [...repeatModes],
    'What plays after the last file of a tag: nothing, all files again, or the same file again',
  ),
  remember: flag(
    '`resume` continues where the tag left off, even if another tag has played since or the station has restarted; if false, it starts over in these cases',
  ),
  grace: number(0, 10, 'Seconds that a tag may be missing before it counts as taken away'),
  fade: number(0, 10, 'Seconds of fading before a pause or a stop'),
  volume_cap: integer(0, 100, 'The volume never exceeds it'),
  unknown_sound: flag('Play a sound for a tag that is not known or has no file'),
  replay_gain: oneOf(
    [...replayGains],
    'Plays files equally loud, or albums, by the ReplayGain tags of the files. Only mpv and MPD do this',
  ),
  languages: Type.Array(Language, {
    maxItems: maxLanguages,
    uniqueItems: true,
    description:
      'The languages of visitors; the first is the default. In German, `lion.de.mp3` plays instead of `lion.mp3`',
  }),
  idle_file: orNull(
    WorkingName,
    'A file on the card that plays again and again while nothing else does; null for silence',
  ),
};

const { on_removal, on_again, repeat, remember } = writable;
/** Playback settings of a tag, which override those of the station. */
export const TagPlayback = object(
  'TagPlayback',
  optionals({
    on_removal,
    on_again,
    repeat,
    remember,
    volume: integer(0, 100, 'The volume with which the tag starts; the volume for other tags stays as it is'),
  }),
);
export type TagPlayback = Static<typeof TagPlayback>;

export const PlayerSettings = object('PlayerSettings', writable);
export type PlayerSettings = Static<typeof PlayerSettings>;

export const PlayerSettingsChange = partial(writable);

export const PlayerChange = object({
  volume: Type.Optional(integer(0, 100, 'A higher value than `volume_cap` is reduced to `volume_cap`')),
  position: Type.Optional(number(0, 1_000_000, 'Seconds')),
  sleep: Type.Optional(
    orNull(Type.Number({ minimum: 1, maximum: 86_400 }), 'Seconds until it pauses; null for never'),
  ),
  sleep_after_file: Type.Optional(flag('Stop at the end of this file')),
  language: Type.Optional(Language),
  repeat: Type.Optional(oneOf([...repeatModes], 'Until another tag or file is played')),
  shuffled: Type.Optional(
    flag('Shuffle the files of the tag, or restore their order, until another tag is played'),
  ),
});

export const PlayerCommand = object({
  command: oneOf(
    ['play', 'pause', 'stop', 'next', 'previous'],
    '`play` resumes what is paused, or plays the file that is named; `previous` starts the file over, or the one before it where it has just begun',
  ),
  filename: Type.Optional(Type.String({ description: 'Only with `play`' })),
});

export const PlayerReport = object({
  page: Type.String({
    pattern: '^[\\w-]{1,64}$',
    description: 'An id that the page chooses, the same until the page closes',
  }),
  load: Type.Integer({ minimum: 0, description: 'The load that this report is about' }),
  status: oneOf(
    ['ready', 'playing', 'ended', 'failed', 'blocked', 'closed'],
    '`ready`: it could play; `blocked`: the browser waits for a click; `closed`: the page is left. The others are about the file.',
  ),
  position: Type.Optional(Type.Number({ minimum: 0 })),
  duration: Type.Optional(Type.Number({ minimum: 0 })),
});
export type PlayerReport = Static<typeof PlayerReport>;
