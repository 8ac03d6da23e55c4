import { type Static, Type } from 'typebox';
import { flag, integer, object, optionals, orNull } from '../exact.ts';
import { jsonApi } from '../media-types.ts';
import { defineRoutes } from '../route.ts';
import { BatteryState } from './battery.ts';
import { badBody, onlyAnswer, onlyBody } from './resources.ts';

const Percent = Type.Integer({ minimum: 0, maximum: 100 });
const Time = Type.String({
  pattern: '^(?:[01]\\d|2[0-3]):[0-5]\\d$',
  description: 'Local time of the station, such as `20:00`',
});
const PinDigits = Type.String({ pattern: '^\\d{4,8}$' });
const writable = {
  quiet: orNull(
    object({ from: Time, to: Time }),
    'Hours in which nothing plays, also over midnight; null for none. They apply only while the station knows the time',
  ),
  minutes_per_day: orNull(
    Type.Integer({ minimum: 1, maximum: 1_440 }),
    'Minutes of playback per day; null for no limit',
  ),
  volume_min: integer(0, 100, 'The volume is never lower'),
  volume_cap: integer(0, 100, 'The same as in the settings of the player'),
  shutdown_idle: orNull(
    Type.Integer({ minimum: 5, maximum: 1_440 }),
    'Minutes without playback, tap, button or change after which the machine is shut down; null for never',
  ),
  shutdown_at: orNull(
    Time,
    'When the machine is shut down each day, also while it plays; null for never. Only while the station knows the time',
  ),
  shutdown_battery: orNull(
    Type.Integer({ minimum: 1, maximum: 50 }),
    'The percentage of its battery at which the machine is shut down while it is not charging, also while it plays; null for never',
  ),
  volume_start: orNull(Percent, 'The volume after a start of the station; null for the last one'),
};

export const PlayerLimits = object('PlayerLimits', {
  ...writable,
  minutes_used: Type.Integer({ minimum: 0, description: 'Minutes of playback on this day' }),
  clock_trusted: flag(
    'The station knows the time. Otherwise quiet hours do not apply, and a day is 24 hours of running time',
  ),
  can_shut_down: flag(
    'The station may shut the machine down: it runs as the service of its package, without a plotter service',
  ),
  battery: BatteryState,
  has_pin: flag('Changes need the PIN'),
});
export type PlayerLimits = Static<typeof PlayerLimits>;

const PlayerLimitsChange = object({
  ...optionals(writable),
  minutes_used: Type.Optional(Type.Literal(0, { description: 'Resets the minutes of this day' })),
  pin: Type.Optional(Type.String({ maxLength: 8, description: 'The PIN, if one is set' })),
  new_pin: Type.Optional(orNull(PinDigits, 'Sets a PIN of 4 to 8 digits; null removes it')),
});
export type PlayerLimitsChange = Static<typeof PlayerLimitsChange>;

const type = 'player-limits';
const answer = onlyAnswer(type, '/api/v1/player/limits', 'The limits', PlayerLimits, {
  quiet: { from: '20:00', to: '07:00' },
  minutes_per_day: 60,
  volume_min: 0,
  volume_cap: 70,
  volume_start: 40,
  shutdown_idle: 30,
  shutdown_at: null,
  shutdown_battery: 5,
  minutes_used: 25,
  clock_trusted: true,
  can_shut_down: true,
  battery: { state: 'discharging', percent: 54, low: false },
  has_pin: true,
});

export const limitsRoutes = defineRoutes('Player', jsonApi, {
  getPlayerLimits: { call: 'GET /api/v1/player/limits', summary: 'Get the limits of listening', answer },
  updatePlayerLimits: {
    call: 'PATCH /api/v1/player/limits',
    summary: 'Change the limits of listening',
    description:
      'Needs the PIN if one is set. Five wrong PINs within a minute block further ones until it is over.',
    body: onlyBody(type, PlayerLimitsChange, { pin: '1234', minutes_per_day: 60 }),
    answer,
    errors: {
      ...badBody,
      403: ['The PIN is missing or wrong', 'pin-wrong'],
      429: ['Too many wrong PINs', 'too-many-attempts'],
    },
  },
  getLimitSound: {
    call: 'GET /api/v1/player/sounds/limit',
    summary: 'Get the sound for a tap that a limit refuses',
    answer: { description: 'A short sound', mediaType: 'audio/wav' },
  },
});
