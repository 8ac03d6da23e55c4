import { readdir } from 'node:fs/promises';
import type { PlayerLimits } from '@stationery/contract';
import { expect, it } from 'vitest';
import { followEvents } from '../support/event-stream.ts';
import { setBattery, startTestStation } from '../support/test-station.ts';
import { details, patch, playing, playingStation, withPlaylist } from './playing-station.ts';

type Station = Awaited<ReturnType<typeof playingStation>>['station'];

const change = async (station: Station, attributes: object) => {
  const data = { id: 'player-limits', type: 'player-limits', attributes };
  const answer = await station.send('PATCH', '/api/v1/player/limits', { data });
  return [answer.status, answer.headers.get('error-code')];
};
const limits = async (station: Station) =>
  ((await (await station.get('/api/v1/player/limits')).json()) as { data: { attributes: PlayerLimits } }).data
    .attributes;

/** Plays for a little more than a minute; a page reports every few seconds. */
async function listen({
  report,
  clock,
}: Pick<Awaited<ReturnType<typeof playingStation>>, 'report' | 'clock'>) {
  for (let seconds = 0; seconds < 65; seconds += 5) {
    await report(seconds / 2);
    await clock.advance(5_000);
  }
}

it('playback fades out when the minutes are used up; then taps cause a sound and commands an error', async () => {
  const { station, put, take, becomes, report, clock, command, state } = await withPlaylist();
  expect(await change(station, { minutes_per_day: 1 })).toEqual([200, null]);
  await put('lion');
  await becomes(playing('1.wav'));
  await listen({ report, clock });
  const used = { cause: { code: 'minutes-used', minutes: 1 } };
  await becomes({ status: 'paused', problem: used, output: { fade: 10 } });
  expect(await limits(station)).toMatchObject({ minutes_used: 1 });
  await clock.advance(20_000);
  await take();
  await clock.advance(1_000);
  await put('bear');
  await becomes({ status: 'playing', file: null, output: { content: '/api/v1/player/sounds/limit' } });
  await report(1, 'ended');
  await becomes({ status: 'stopped', problem: used });
  expect((await station.get('/api/v1/player/sounds/limit')).headers.get('content-type')).toBe('audio/wav');
  for (const name of ['play', 'next', 'previous']) {
    const answer = await command(name);
    expect([answer.status, answer.headers.get('error-code')]).toEqual([409, 'playback-limited']);
  }
  // After more minutes are granted, the tag on the reader can be tapped again.
  expect(await change(station, { minutes_used: 0 })).toEqual([200, null]);
  await becomes({ problem: null });
  expect((await command('play')).status).toBe(200);
  expect(await state()).toMatchObject(playing('1.wav'));
});

it('the idle file does not play until a limit ends', async () => {
  const { station, put, becomes, report, clock } = await playingStation({ settings: { fade: 0 } });
  await patch(station, 'player-settings', { idle_file: 'bear.wav' });
  await change(station, { minutes_per_day: 1 });
  await put('lion');
  await becomes(playing('lion.wav'));
  await listen({ report, clock });
  await becomes({ status: 'paused' });
  await clock.advance(60_000);
  await report(0, 'ready');
  await becomes({ status: 'paused' });
  await change(station, { minutes_per_day: null });
  await clock.advance(10_000);
  await becomes(playing('bear.wav', { idle: true }));
});

it('a PIN protects the limits and the maximum volume, and five wrong PINs block attempts for a minute', async () => {
  const { station, clock } = await playingStation();
  expect(await change(station, { new_pin: '4711', volume_cap: 70 })).toEqual([200, null]);
  expect(await limits(station)).toMatchObject({ has_pin: true, volume_cap: 70, minutes_per_day: null });
  expect(await change(station, { minutes_per_day: 5 })).toEqual([403, 'pin-wrong']);
  expect(await patch(station, 'player-settings', { volume_cap: 90 })).toEqual({
    status: 403,
    code: 'pin-wrong',
  });
  expect(await patch(station, 'player-settings', { volume_cap: 70, fade: 1 })).toMatchObject({ status: 200 });
  expect(await change(station, { pin: '4711', minutes_per_day: 5 })).toEqual([200, null]);
  for (let wrong = 0; wrong < 5; wrong++)
    expect(await change(station, { pin: '0000', minutes_per_day: null })).toEqual([403, 'pin-wrong']);
  expect(await change(station, { pin: '4711', new_pin: null })).toEqual([429, 'too-many-attempts']);
  await station.stop();
  const again = await startTestStation({ folder: station.folder, clock });
  expect(await change(again, { pin: '4711', new_pin: null })).toEqual([429, 'too-many-attempts']);
  await clock.advance(60_000);
  expect(await change(again, { pin: '4711', new_pin: null })).toEqual([200, null]);
  expect(await limits(again)).toMatchObject({ has_pin: false, minutes_per_day: 5 });
});

it('the volume stays within its limits, and starts at the set value', async () => {
  const { station, state } = await playingStation();
  expect(await change(station, { volume_min: 20, volume_cap: 80, volume_start: 40 })).toEqual([200, null]);
  for (const [wanted, volume] of [
    [0, 20],
    [100, 80],
  ]) {
    await patch(station, 'player', { volume: wanted });
    expect(await state()).toMatchObject({ volume });
  }
  await station.stop();
  const later = await startTestStation({ env: { STATION_PLAYER: 'browser' }, folder: station.folder });
  expect(await (await later.get('/api/v1/player')).json()).toMatchObject({
    data: { attributes: { volume: 40 } },
  });
  for (const wrong of [
    { volume_min: 90 },
    { volume_start: 101 },
    { quiet: { from: '08:00', to: '08:00' } },
    { quiet: { from: '24:00', to: '08:00' } },
    { minutes_per_day: 0 },
    { minutes_used: 5 },
    { shutdown_idle: 4 },
    { shutdown_at: '9 pm' },
    { shutdown_battery: 51 },
    { new_pin: '12' },
    { loudness: 3 },
  ])
    expect(await change(later, wrong), JSON.stringify(wrong)).toEqual([422, 'invalid-request']);
});

it('the sleep timer stops playback at the end of the file; the next play continues with the next file', async () => {
  const { station, put, becomes, report, command } = await withPlaylist();
  await put('lion');
  await becomes(playing('1.wav', { sleep_after_file: false }));
  await patch(station, 'player', { sleep_after_file: true });
  await becomes({ sleep_after_file: true });
  await report(60, 'ended');
  await becomes({ status: 'stopped', sleep_after_file: false });
  await command('play');
  await becomes(playing('2.wav', { position: 0 }));
});

it('the player can shuffle and repeat the files of the tag that is playing', async () => {
  const { station, put, becomes, report, command, state } = await withPlaylist();
  await put('lion');
  await becomes(playing('1.wav'));
  await patch(station, 'player', { shuffled: true, repeat: 'all' });
  await becomes({ file: { filename: '1.wav' }, repeat: 'all', playlist: { shuffled: true } });
  await patch(station, 'player', { shuffled: false });
  await becomes({ playlist: { position: 1, count: 3, shuffled: false } });
  await command('next');
  await command('next');
  await becomes(playing('3.wav'));
  await report(1);
  await command('next');
  expect(await state()).toMatchObject(playing('1.wav'));
});

it('the station shuts the machine down when idle or by a tag, and reports if that is not allowed', async () => {
  let shutdowns = 0;
  let isAllowed = true;
  const { station, put, take, becomes, report, clock, state, command } = await withPlaylist(false, {
    settings: { fade: 0, on_removal: 'continue' },
    shutDown: () => (isAllowed ? () => shutdowns++ : undefined),
  });
  expect(await limits(station)).toMatchObject({
    can_shut_down: true,
    shutdown_idle: null,
    shutdown_at: null,
  });
  await clock.advance(600_000);
  expect(shutdowns).toBe(0);
  expect(await change(station, { shutdown_idle: 5 })).toEqual([200, null]);
  await clock.advance(4 * 60_000);
  await put('lion');
  await becomes(playing('1.wav'));
  for (let minutes = 0; minutes < 5; minutes++) await listen({ report, clock });
  expect(shutdowns).toBe(0);
  await command('pause');
  await becomes({ status: 'paused' });
  await clock.advance(4.5 * 60_000);
  expect(shutdowns).toBe(0);
  await clock.advance(60_000);
  expect(shutdowns).toBe(1);

  const bear = 2;
  await details(station, bear, { meaning: { kind: 'action', action: 'shut_down' } });
  await take();
  await clock.advance(1_000);
  await put('bear');
  await expect.poll(() => shutdowns).toBe(2);
  isAllowed = false;
  await take();
  await clock.advance(1_000);
  await put('bear');
  await becomes({ problem: { cause: { code: 'shutdown-unavailable' } } });
  expect(shutdowns).toBe(2);
  expect(await limits(station)).toMatchObject({ can_shut_down: false });
  expect(await state()).toMatchObject({ status: 'paused' });
});

it('the station reports its battery, and shuts the machine down at the set level', async () => {
  let shutdowns = 0;
  const { station, clock, put, becomes, report } = await playingStation({
    settings: { fade: 0 },
    shutDown: () => () => shutdowns++,
  });
  const metrics = async () => (await fetch(`${station.url}/metrics`)).text();
  const readAgain = async (status: string, capacity: number) => {
    await setBattery(station.folder, status, capacity);
    await clock.advance(30_000);
  };
  const events = await followEvents(station);
  await events.expectEvent('snapshot', { battery: { state: 'missing' } });
  expect(await metrics()).not.toContain('battery');
  await readAgain('Charging', 40);
  await events.expectEvent('battery', { state: 'charging', percent: 40, low: false });
  await readAgain('Discharging', 15);
  await events.expectEvent('battery', { state: 'discharging', percent: 15, low: true });
  expect(await metrics()).toContain('stationery_battery_percent{service="station"} 15');
  expect(await metrics()).toContain('stationery_battery_charging{service="station"} 0');
  expect(await change(station, { shutdown_battery: 5 })).toEqual([200, null]);
  await put('lion');
  await becomes(playing('lion.wav'));
  await listen({ report, clock });
  expect(shutdowns).toBe(0);
  await setBattery(station.folder, 'Discharging', 5);
  await listen({ report, clock });
  await events.expectEvent('battery', { state: 'discharging', percent: 5, low: true });
  await listen({ report, clock });
  expect(shutdowns).toBe(1);
  await becomes({ status: 'paused', file: { filename: 'lion.wav' } });
  expect(await limits(station)).toMatchObject({
    shutdown_battery: 5,
    battery: { state: 'discharging', percent: 5 },
  });
});

it('the station does not shut the machine down during an upload', async () => {
  let shutdowns = 0;
  const { station, clock } = await playingStation({ shutDown: () => () => shutdowns++ });
  await change(station, { shutdown_idle: 5 });
  const { readable, writable } = new TextEncoderStream();
  const writer = writable.getWriter();
  const upload = fetch(`${station.url}/api/v1/files`, {
    method: 'POST',
    headers: { 'content-type': 'application/vnd.api+json' },
    body: readable,
    duplex: 'half',
  } as RequestInit);
  await writer.write('{"data":{"type":"file","filename":"long.wav","encoded":"eHh4');
  const isUnderWay = async () => (await readdir(station.cardDir)).some((name) => name.startsWith('.'));
  await expect.poll(isUnderWay).toBe(true);
  await clock.advance(10 * 60_000);
  expect(shutdowns).toBe(0);
  await writer.write('"}}');
  await writer.close();
  expect((await upload).status).toBe(201);
  await clock.advance(6 * 60_000);
  expect(shutdowns).toBe(1);
});
