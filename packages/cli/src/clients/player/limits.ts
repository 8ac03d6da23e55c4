import { defineCommand } from '../../command-line/command.ts';
import { UsageError } from '../../terminal/exit-codes.ts';
import { membersOf, removable, text, whole } from './setting-words.ts';
import { connectPlayer } from './show-state.ts';

const limitOptions = {
  quiet: removable(
    text('quiet', '<from-to>', 'Hours in which nothing plays, such as 20:00-07:00', readQuiet),
  ),
  minutes: removable(whole('minutes_per_day', 'minutes', [1, 1_440], 'Minutes of playback per day')),
  'volume-min': whole('volume_min', 'percent', [0, 100], 'The volume is never lower'),
  'volume-cap': whole('volume_cap', 'percent', [0, 100], 'The volume is never higher'),
  'volume-start': removable(whole('volume_start', 'percent', [0, 100], 'The volume after a start')),
  'shutdown-idle': removable(
    whole('shutdown_idle', 'minutes', [5, 1_440], 'Shut the machine down after this time without use'),
  ),
  'shutdown-at': removable(
    text('shutdown_at', '<time>', 'Shut the machine down at this time, such as 21:00', readTime),
  ),
  'shutdown-battery': removable(
    whole(
      'shutdown_battery',
      'percent',
      [1, 50],
      'Shut the machine down at this level of its battery, unless it is charging',
    ),
  ),
  'new-pin': removable(text('new_pin', '<digits>', 'Set a PIN of 4 to 8 digits')),
};

export const limits = defineCommand({
  summary: 'Show or change how long, when and how loud a station may play',
  about:
    'An empty text removes a limit. While the station does not know the time, quiet hours do not apply, and a day is 24 hours of running time.',
  service: 'station',
  options: {
    ...limitOptions,
    'start-over': { help: 'Reset the minutes of this day' },
    pin: { placeholder: '<digits>', help: 'The PIN, if one is set' },
  },
  examples: [
    'stationery limits',
    'stationery limits --quiet 20:00-07:00 --minutes 60 --new-pin 4711',
    "stationery limits --pin 4711 --quiet '' --start-over",
  ],
  async run(context) {
    const { signal, out, options } = context;
    const change = {
      ...membersOf(limitOptions, options),
      ...(options['start-over'] && { minutes_used: 0 as const }),
    };
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

function readTime(text: string): string {
  if (isTime(text)) return text;
  throw new UsageError(`--shutdown-at must be like 21:00, not “${text}”`);
}

function readQuiet(text: string): { from: string; to: string } {
  const [from = '', to = '', ...more] = text.split('-');
  if (!isTime(from) || !isTime(to) || from === to || more.length > 0)
    throw new UsageError(`--quiet must be like 20:00-07:00, not “${text}”`);
  return { from, to };
}

const isTime = (text: string) => /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(text);
