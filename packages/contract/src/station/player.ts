import { Type } from 'typebox';
import { anyType, jsonApi } from '../media-types.ts';
import { defineRoutes } from '../route.ts';
import {
  PlayerChange,
  PlayerCommand,
  PlayerReport,
  PlayerSettings,
  PlayerSettingsChange,
  PlayerState,
} from './player-state.ts';
import { badBody, noCard, onlyAnswer, onlyBody, orderBody } from './resources.ts';

const playerAnswer = onlyAnswer('player', '/api/v1/player', 'The player', PlayerState, {
  player: 'mpv',
  status: 'playing',
  file: { id: 8, filename: 'song.mp3' },
  stream: null,
  tag: { id: 3, serial: '0x04A2245A6B2C80', name: 'The lion' },
  playlist: { position: 1, count: 2, shuffled: false },
  repeat: 'off',
  idle: false,
  position: 12.5,
  duration: 184.2,
  volume: 60,
  volume_cap: 80,
  sleep: null,
  sleep_after_file: false,
  language: 'de',
  languages: ['en', 'de'],
  problem: null,
  output: { load: 4, content: '/api/v1/files/8/content', page: null, fade: null },
});

const settingsAnswer = onlyAnswer(
  'player-settings',
  '/api/v1/player/settings',
  'The settings',
  PlayerSettings,
  {
    on_removal: 'pause',
    on_again: 'resume',
    repeat: 'off',
    remember: true,
    grace: 0.5,
    fade: 0.3,
    volume_cap: 100,
    unknown_sound: true,
    replay_gain: 'off',
    languages: ['en', 'de'],
    idle_file: null,
  },
);

export const playerRoutes = defineRoutes('Player', jsonApi, {
  getPlayer: { call: 'GET /api/v1/player', summary: 'Get what plays', answer: playerAnswer },
  updatePlayer: {
    call: 'PATCH /api/v1/player',
    summary: 'Set the volume, the position, the sleep timer, the language, or how the files play',
    body: onlyBody('player', PlayerChange, { volume: 40 }),
    answer: playerAnswer,
    errors: {
      ...badBody,
      409: [
        'Another type, or another id; or a position while nothing plays',
        'resource-mismatch',
        'nothing-to-play',
      ],
    },
  },
  commandPlayer: {
    call: 'POST /api/v1/player/commands',
    summary: 'Play, pause, stop, or skip to another file',
    description:
      'Answers at once with what the player is told to do. The outcome is in the event `player`, including that a file cannot be played. `play` without a file name continues what was played last, and is refused if that file or the card is missing.',
    body: orderBody('player-command', PlayerCommand, { command: 'play', filename: 'song.mp3' }),
    answer: playerAnswer,
    errors: {
      409: [
        'There is nothing to play, a limit refuses it, or the type differs',
        'nothing-to-play',
        'playback-limited',
        'resource-mismatch',
      ],
      422: ['The file is not on the card, or not any more', 'file-not-on-card', 'invalid-request'],
      503: [
        'There is no player, or the card is missing or cannot be read',
        'player-unavailable',
        'card-missing',
        'card-failed',
      ],
    },
  },
  getPlayerSettings: {
    call: 'GET /api/v1/player/settings',
    summary: 'Get what a tap does',
    answer: settingsAnswer,
  },
  updatePlayerSettings: {
    call: 'PATCH /api/v1/player/settings',
    summary: 'Change what a tap does',
    body: onlyBody('player-settings', PlayerSettingsChange, { on_removal: 'continue' }),
    answer: settingsAnswer,
    errors: {
      ...badBody,
      403: ['The maximum volume is protected by a PIN', 'pin-wrong'],
      422: [
        'A member is missing or has a value that cannot be used, or the idle file is not on the card',
        'invalid-request',
        'file-not-on-card',
      ],
      ...noCard,
    },
  },
  reportPlayback: {
    call: 'POST /api/v1/player/reports',
    summary: 'Report from a page that plays',
    description:
      'Where `player` is `browser`, the open page plays: it follows the event `player` and reports every 2 s while it plays. Reports of other pages, or about an earlier load, are ignored.',
    body: orderBody('player-report', PlayerReport, {
      page: 'b3f1',
      load: 4,
      status: 'playing',
      position: 12.5,
      duration: 184.2,
    }),
    answer: { status: 204, description: 'Received' },
    errors: { ...badBody, 409: ['Another type', 'resource-mismatch'] },
  },
  getStream: {
    call: 'GET /api/v1/player/streams/{key}',
    summary: 'Get the bytes of a stream',
    description:
      'For players: `output.content` is such a path while a stream plays. The station connects to the stream when a player asks.',
    params: Type.Object({ key: Type.String({ pattern: '^[0-9a-f]{32}$' }) }),
    head: false,
    answer: {
      description: 'The bytes, without an end for a radio station',
      mediaType: anyType,
      also: { 206: { description: 'The requested range', mediaType: anyType } },
    },
    errors: {
      404: ['No tag with this stream was on the reader lately', 'unknown-file', 'unknown-path'],
      502: ['The stream cannot be opened', 'stream-unavailable'],
    },
  },
  getUnknownSound: {
    call: 'GET /api/v1/player/sounds/unknown',
    summary: 'Get the sound for a tag that is not known',
    answer: { description: 'A short sound', mediaType: 'audio/wav' },
  },
});
