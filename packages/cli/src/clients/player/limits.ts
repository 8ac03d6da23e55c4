import type { StationPlayer } from '@stationery/client/player';
import { defineCommand } from '../../command-line/command.ts';
import { UsageError } from '../../terminal/exit-codes.ts';
import { wholeNumber } from './setting-words.ts';
import { connectPlayer } from './show-state.ts';

type Change = Parameters<StationPlayer['changeLimits']>[0];

export const limits = defineCommand({
  summary: 'Show or change how long, when and how loud a station may play',
  about:
    'An empty text removes a limit. While the station does not know the time, quiet hours do not apply, and a day is 24 hours of running time.',
  service: 'station',
  options: {
    quiet: {
      placeholder: '<from-to>',
      help: 'Hours in which nothing plays, such as 20:00-07:00',
      mayBeEmpty: true,
    },
    minutes: { placeholder: '<minutes>', help: 'Minutes of playback per day', mayBeEmpty: true },
    'volume-min': { placeholder: '<percent>', help: 'The volume is never lower' },
    'volume-cap': { placeholder: '<percent>', help: 'The volume is never higher' },
    'volume-start': { placeholder: '<percent>', help: 'The volume after a start', mayBeEmpty: true },
    'shutdown-idle': {
      placeholder: '<minutes>',
      help: 'Shut the machine down after this time without use',
      mayBeEmpty: true,
    },
    'shutdown-at': {
      placeholder: '<time>',
      help: 'Shut the machine down at this time, such as 21:00',
      mayBeEmpty: true,
    },
    'shutdown-battery': {
      placeholder: '<percent>',
      help: 'Shut the machine down at this level of its battery, unless it is charging',
      mayBeEmpty: true,
    },
    'start-over': { help: 'Reset the minutes of this day' },
    pin: { placeholder: '<digits>', help: 'The PIN, if one is set' },
    'new-pin': { placeholder: '<digits>', help: 'Set a PIN of 4 to 8 digits', mayBeEmpty: true },
  },
  examples: [
    'stationery limits',
    'stationery limits --quiet 20:00-07:00 --minutes 60 --new-pin 4711',
    "stationery limits --pin 4711 --quiet '' --start-over",
  ],
  async run(context) {
    const { signal, out, options } = context;
    const change: Change = {};
    const orNull = (
      option: 'minutes' | 'volume-start' | 'shutdown-idle' | 'shutdown-battery',
      most: number,
    ) => (options[option] === '' ? null : wholeNumber(`--${option}`, options[option], most));
    const [minutes, start] = [orNull('minutes', 1_440), orNull('volume-start', 100)];
    const idle = orNull('shutdown-idle', 1_440);
    const battery = orNull('shutdown-battery', 50);
    const min = wholeNumber('--volume-min', options['volume-min'], 100);
    const cap = wholeNumber('--volume-cap', options['volume-cap'], 100);
    const newPin = options['new-pin'];
    if (options.quiet !== undefined) change.quiet = readQuiet(options.quiet);
    if (minutes !== undefined) change.minutes_per_day = minutes;
    if (min !== undefined) change.volume_min = min;
    if (cap !== undefined) change.volume_cap = cap;
    if (start !== undefined) change.volume_start = start;
    if (idle !== undefined) change.shutdown_idle = idle;
    if (battery !== undefined) change.shutdown_battery = battery;
    if (options['shutdown-at'] !== undefined) change.shutdown_at = readTime(options['shutdown-at']);
    if (options['start-over']) change.minutes_used = 0;
    if (newPin !== undefined) change.new_pin = newPin === '' ? null : newPin;
    const client = await connectPlayer(context);
    const now =
      Object.keys(change).length === 0
        ? await client.limits({ signal })
        : await client.changeLimits(
            { ...change, ...(options.pin !== undefined && { pin: options.pin }) },
            { signal },
          );
    out.result(now, () => {
      const { quiet, minutes_per_day, minutes_used, volume_start } = now;
      out.line(`quiet hours ${quiet === null ? 'none' : `${quiet.from} to ${quiet.to}`}`);
      out.line(
        minutes_per_day === null ? 'any time per day' : `${minutes_used} of ${minutes_per_day} min used`,
      );
      const started = volume_start === null ? '' : `, ${volume_start} % at start`;
      out.line(
        `volume ${now.volume_min} to ${now.volume_cap} %${started}; PIN ${now.has_pin ? 'set' : 'not set'}`,
      );
      if (now.battery.state !== 'missing') out.line(`battery ${now.battery.percent} %, ${now.battery.state}`);
      const [idleMinutes, at, level] = [now.shutdown_idle, now.shutdown_at, now.shutdown_battery];
      if (idleMinutes !== null) out.line(`shuts down after ${idleMinutes} min without use`);
      if (at !== null) out.line(`shuts down at ${at}`);
      if (level !== null) out.line(`shuts down at ${level} % of the battery, unless it is charging`);
      if ((idleMinutes ?? at ?? level) !== null && !now.can_shut_down)
        out.note('The station may not shut this machine down: it must run as the service of its package.');
      if (level !== null && now.battery.state === 'missing') out.note('This machine reports no battery.');
      if (!now.clock_trusted) out.note('The station does not know the time: quiet hours do not apply.');
    });
  },
});

function readTime(text: string): string | null {
  if (text === '') return null;
  if (/^([01]\d|2[0-3]):[0-5]\d$/.test(text)) return text;
  throw new UsageError(`--shutdown-at must be like 21:00, not “${text}”`);
}

function readQuiet(text: string): { from: string; to: string } | null {
  if (text === '') return null;
  const [, from, to] = /^(\d\d:\d\d)-(\d\d:\d\d)$/.exec(text) ?? [];
  if (from === undefined || to === undefined)
    throw new UsageError(`--quiet must be like 20:00-07:00, not “${text}”`);
  return { from, to };
}
