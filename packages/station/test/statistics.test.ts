import { openDatabase, readDays, StoredSettings, silentLogger } from '@stationery/core';
import { ManualClock, temporaryFolder } from '@stationery/core/testing';
import { expect, it, onTestFinished } from 'vitest';
import { stationData } from '../src/index.ts';
import { Statistics } from '../src/statistics/statistics.ts';
import { migrations } from '../src/store/schema.ts';
import { StatisticsTable } from '../src/store/statistics-table.ts';
import { playingStation, serials } from './player/playing-station.ts';

interface Shown {
  recording: boolean;
  from: string;
  to: string;
  tags: { tag: number | null; name: string | null; taps: number; listened: number }[];
  days: { date: string; taps: number; listened: number }[];
  hours: { hour: number; taps: number; listened: number }[];
}

it('the statistics contain taps and listening time by tag, as JSON and as CSV', async () => {
  const { station, put, take, clock, report, becomes, command } = await playingStation({
    settings: { fade: 0, on_removal: 'continue' },
  });
  const get = async (query = '') =>
    ((await (await station.get(`/api/v1/statistics${query}`)).json()) as { data: { attributes: Shown } }).data
      .attributes;
  const again = async (name: keyof typeof serials) => {
    await take();
    await clock.advance(1_000);
    await put(name);
  };
  const name = { id: 1, type: 'tag-details', attributes: { name: '=Lion, "L"' } };
  await station.send('PATCH', '/api/v1/tag-details/1', { data: name });
  // Two taps came before a client waited for a new tag. The tap that added the tag does not count.
  expect((await get()).tags).toMatchObject([{ tag: null, taps: 2 }]);
  await station.get('/api/v1/statistics', { method: 'DELETE' });
  expect(await get()).toMatchObject({ recording: true, tags: [], days: [], hours: [] });
  await again('lion');
  await becomes({ status: 'playing', file: { filename: 'lion.wav' } });
  // Listening starts when the page reports playback.
  await clock.advance(3_000);
  await report(0);
  await clock.advance(7_000);
  await report(7);
  // The reader loses the tag briefly.
  await take();
  await put('lion');
  await command('pause');
  await clock.advance(60_000);
  await again('bear');
  await becomes({ status: 'playing', file: { filename: 'bear.wav' } });
  await report(0);
  await clock.advance(2_000);
  await again('other');
  await again('bear');
  await command('stop');

  const shown = await get();
  expect(shown.tags).toEqual([
    { tag: 2, serial: serials.bear, name: null, taps: 2, listened: 4 },
    { tag: null, serial: null, name: null, taps: 1, listened: 0 },
    { tag: 1, serial: serials.lion, name: '=Lion, "L"', taps: 1, listened: 7 },
  ]);
  expect(station.access.taps()).toEqual({
    days: [{ date: shown.to, taps: 4 }],
    tags: [
      { name: serials.bear, taps: 2 },
      { name: null, taps: 1 },
      { name: '=Lion, "L"', taps: 1 },
    ],
  });
  const all = { taps: 4, listened: 11 };
  expect([shown.days, shown.hours]).toMatchObject([[{ date: shown.to, ...all }], [all]]);
  expect((await get('?tag=1')).days).toMatchObject([{ taps: 1, listened: 7 }]);
  const answer = await station.get('/api/v1/statistics.csv');
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  const [head, ...lines] = Buffer.from(await answer.arrayBuffer())
    .toString()
    .split('\r\n');
  expect(head).toBe('\uFEFFdate,hour,tag,serial,name,taps,listened_seconds');
  const hour = `${shown.to},${shown.hours[0]?.hour}`;
  expect(lines).toEqual([
    `${hour},,,,1,0`,
    `${hour},1,${serials.lion},"'=Lion, ""L""",1,7`,
    `${hour},2,${serials.bear},,2,4`,
    '',
  ]);

  // A replacement tag takes over the counts. The counts of a removed tag stay, but without its name.
  await station.send('POST', '/api/v1/tag-replacements', {
    data: { type: 'tag-replacement', attributes: { lost: 1, replacement: 2, overwrite: true } },
  });
  expect((await get()).tags[0]).toMatchObject({ tag: 2, taps: 3, listened: 11 });
  await station.get('/api/v1/tags/2', { method: 'DELETE' });
  expect((await get()).tags[0]).toMatchObject({ tag: 2, serial: null, taps: 3 });

  const patch = (recording: boolean) =>
    station.send('PATCH', '/api/v1/statistics', {
      data: { id: 'statistics', type: 'statistics', attributes: { recording } },
    });
  expect(await (await patch(false)).json()).toMatchObject({ data: { attributes: { recording: false } } });
  await again('other');
  await becomes({ problem: { cause: { code: 'tag-unknown' } } });
  expect((await get()).tags.find(({ tag }) => tag === null)?.taps).toBe(1);
  expect((await station.get('/api/v1/statistics', { method: 'DELETE' })).status).toBe(204);
  expect((await get()).tags).toEqual([]);
  for (const [query, parameter] of [
    ['?from=2026-02-30', 'from'],
    ['?to=yesterday', 'to'],
    ['?from=2026-03-02&to=2026-03-01', 'from'],
    ['?from=2000-01-01&to=2026-01-01', 'from'],
  ]) {
    const refused = await station.get(`/api/v1/statistics${query}`);
    expect([refused.status, await refused.json()]).toMatchObject([
      400,
      { errors: [{ source: { parameter } }] },
    ]);
  }
});

/** Creates statistics that can count several years with a manual clock. */
async function years({ isTrusted = true } = {}) {
  const opened = openDatabase({ folder: await temporaryFolder(), owner: 'station', migrations });
  onTestFinished(() => opened.close());
  const table = new StatisticsTable(opened.database, () => opened.database);
  const clock = new ManualClock();
  const settings = new StoredSettings(opened.database, stationData.settings).at('statistics');
  let timeMs = Date.UTC(2020, 0, 1);
  const statistics = new Statistics({
    table,
    stored: settings,
    clock,
    time: { nowMs: () => timeMs, isTrusted: () => isTrusted },
    log: silentLogger,
  });
  return {
    table,
    statistics,
    clock,
    count: () => (opened.database.prepare('SELECT count(*) AS n FROM statistics').get() as { n: number }).n,
    day: (at: number) => {
      timeMs = Date.UTC(2020, 0, 1) + at * 86_400_000;
    },
    hour: (at: number) => {
      timeMs += at * 3_600_000;
    },
  };
}

it('the statistics keep hourly rows for 100 days, then daily rows, up to the maximum number of rows', async () => {
  const { statistics, table, count, day, hour } = await years();
  for (let at = 0; at < 400; at++) {
    day(at);
    for (let hours = 0; hours < 3; hours++) {
      hour(1);
      for (const tag of [1, 2]) statistics.tapped(tag);
    }
    statistics.save();
  }
  expect(count()).toBeLessThanOrEqual(2 * (300 + 3 * 101));
  const all = { first: 0, last: Number.MAX_SAFE_INTEGER };
  expect(table.byTag(all)).toMatchObject([{ taps: 1_200 }, { taps: 1_200 }]);
  expect(table.byDay(all, 1)).toHaveLength(400);
  const lines = [...table.lines(all, 7)].flat();
  expect(lines).toHaveLength(count());
  expect([lines[0]?.hour, lines.at(-1)?.hour]).toEqual([undefined, expect.any(Number)]);
  table.keep(100);
  expect(count()).toBeLessThanOrEqual(100);
});

it('the hours of the statistics are not merged while the clock is years ahead', async () => {
  const { statistics, table, day, hour } = await years({ isTrusted: false });
  for (const at of [0, 5_000, 0]) {
    day(at);
    for (let hours = 0; hours < 3; hours++) {
      hour(1);
      statistics.tapped(1);
    }
    statistics.save();
  }
  const first = Date.UTC(2020, 0, 1) / 3_600_000;
  expect(table.byHour({ first, last: first + 24 }, 1)).toMatchObject([{ taps: 2 }, { taps: 2 }, { taps: 2 }]);
});

it('the statistics are saved once a minute, and listening time is split at the hour', async () => {
  const { statistics, table, clock, hour, count } = await years();
  statistics.tapped(1);
  statistics.heard(1);
  expect(count()).toBe(0);
  await clock.advance(60_000);
  expect(count()).toBe(1);
  hour(1);
  await clock.advance(60_000);
  statistics.close();
  expect(count()).toBe(2);
  expect(table.byTag({ first: 0, last: Number.MAX_SAFE_INTEGER })).toMatchObject([
    { taps: 1, listenedMs: 120_000 },
  ]);
});

it('the statistics contain the last 30 days by default', () => {
  const now = new Date(2026, 2, 15, 13, 30).getTime();
  const { from, to, hours } = readDays({}, now);
  expect([from, to]).toEqual(['2026-02-14', '2026-03-15']);
  expect(hours.first * 3_600_000).toBe(new Date(2026, 1, 14).getTime());
  expect((hours.last + 1) * 3_600_000).toBe(new Date(2026, 2, 16).getTime());
});
