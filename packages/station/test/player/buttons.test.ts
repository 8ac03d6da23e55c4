import type { Buttons } from '@stationery/contract';
import type { ManualClock } from '@stationery/core/testing';
import { expect, it } from 'vitest';
import { fakeInputDevices, key, knob } from '../support/fake-input-devices.ts';
import { playing, withPlaylist } from './playing-station.ts';

async function stationWithButtons(buttons?: Buttons['buttons']) {
  const devices = fakeInputDevices();
  const station = await withPlaylist(false, {
    inputDevices: devices.inputDevices,
    settings: { on_removal: 'continue', fade: 0 },
  });
  const change = async (wanted: unknown) => {
    const data = { id: 'buttons', type: 'buttons', attributes: { buttons: wanted } };
    const answer = await station.station.send('PATCH', '/api/v1/buttons', { data });
    return [answer.status, answer.headers.get('error-code')];
  };
  const read = async () =>
    ((await (await station.station.get('/api/v1/buttons')).json()) as { data: { attributes: Buttons } }).data
      .attributes;
  const pressed = async (timeout: number) => {
    const answer = await station.station.get(`/api/v1/buttons/pressed?timeout=${timeout}`);
    return ((await answer.json()) as { data: { attributes: { control: string | null } } }).data.attributes
      .control;
  };
  if (buttons !== undefined) expect(await change(buttons)).toEqual([200, null]);
  return { ...station, ...devices, change, read, pressed };
}

/** Presses and releases a key. */
async function press(
  { send, clock }: { send: ReturnType<typeof fakeInputDevices>['send']; clock: ManualClock },
  code: number,
) {
  send([key, code, 1]);
  await clock.advance(100);
  send([key, code, 0]);
  await clock.advance(100);
}

it('keys and knobs run the same actions as tags', async () => {
  const rig = await stationWithButtons([
    { control: 'key-164', action: 'pause' },
    { control: 'key-163', action: 'next' },
    { control: 'key-115', action: 'volume_up' },
    { control: 'knob-7-down', action: 'volume_down' },
    { control: 'key-142', action: 'sleep', minutes: 5 },
  ]);
  const { becomes, put, send, clock, state } = rig;
  expect(await rig.read()).toMatchObject({ devices: [{ name: 'button@11', readable: true }] });
  // Neither key does anything: there is nothing to play yet, and key 30 is not assigned.
  await press(rig, 164);
  await press(rig, 30);
  await put('lion');
  await becomes(playing('1.wav', { volume: 60 }));
  await press(rig, 163);
  await becomes(playing('2.wav'));
  await press(rig, 164);
  await becomes({ status: 'paused' });
  await press(rig, 164);
  await becomes(playing('2.wav'));
  await press(rig, 115);
  await becomes({ volume: 70 });
  send([knob, 7, -1], [knob, 11, -120], [knob, 7, -1], [knob, 7, 1]);
  await becomes({ volume: 62 });
  await press(rig, 142);
  await becomes({ sleep: expect.closeTo(300, 0) });
  await rig.command('stop');
  await becomes({ status: 'stopped' });
  await press(rig, 164);
  await becomes(playing('2.wav'));
  await clock.advance(0);
  expect(await state()).toMatchObject({ problem: null });
});

it('buttons that bounce, are held or flood run a limited number of actions and do not interrupt playback', async () => {
  const rig = await stationWithButtons([
    { control: 'key-163', action: 'next' },
    { control: 'key-115', action: 'volume_up' },
    { control: 'knob-0-up', action: 'volume_down' },
  ]);
  const { becomes, put, send, clock } = rig;
  await put('lion');
  await becomes(playing('1.wav'));
  for (let bounce = 0; bounce < 500; bounce++) {
    send([key, 163, 1], [key, 163, 0]);
    await clock.advance(1);
  }
  await becomes(playing('2.wav'));
  await clock.advance(100);
  // While a key is held, repeats count only for the volume.
  send([key, 163, 1], [key, 115, 1]);
  await clock.advance(100);
  for (let repeat = 0; repeat < 10; repeat++) {
    send([key, 163, 2], [key, 115, 2]);
    await clock.advance(33);
  }
  await becomes(playing('3.wav', { volume: 90 }));
  send([key, 163, 0], [key, 115, 0]);
  await clock.advance(2_000);
  send(...Array.from({ length: 5_000 }, (): [number, number, number] => [knob, 0, 1]));
  await becomes(playing('3.wav', { volume: 0 }));
  await clock.advance(1_000);
  await press(rig, 115);
  await becomes({ volume: 10 });
});

it('a waiting client gets the next pressed button, which then runs no action', async () => {
  const rig = await stationWithButtons();
  const { watches, becomes, put, clock, send } = rig;
  expect(watches).toEqual([]);
  await put('lion');
  await becomes(playing('1.wav'));
  const wait = rig.pressed(60);
  await expect.poll(() => watches.length).toBe(1);
  // The mouse click that opened the dialog does not count.
  send([key, 0x110, 1], [key, 164, 1]);
  expect(await wait).toBe('key-164');
  expect(watches[0]?.isClosed).toBe(true);
  expect(await rig.change([{ control: 'key-164', action: 'stop' }])).toEqual([200, null]);
  send([key, 164, 0]);
  await clock.advance(100);
  const timers = clock.pending;
  const again = rig.pressed(60);
  await expect.poll(() => clock.pending).toBeGreaterThan(timers);
  await press(rig, 164);
  await becomes(playing('1.wav'));
  expect(await again).toBe('key-164');
  await press(rig, 164);
  await becomes({ status: 'stopped' });
  const none = rig.pressed(60);
  await expect
    .poll(async () => {
      await clock.advance(60_000);
      return Promise.race([none, Promise.resolve('waiting')]);
    })
    .toBe(null);
  expect(await rig.change([])).toEqual([200, null]);
  expect(watches.at(-1)?.isClosed).toBe(true);
});

it('lost devices are reopened, also after a read error', async () => {
  const rig = await stationWithButtons([{ control: 'key-164', action: 'volume_up' }]);
  const { watches, list, clock, becomes } = rig;
  expect(watches[0]?.opened).toEqual(['/dev/input/event0']);
  watches[0]?.end(5);
  await clock.advance(2_000);
  expect(watches).toHaveLength(2);
  list.push({ path: '/dev/input/event1', name: 'Remote', isReadable: false });
  await clock.advance(2_000);
  expect(watches[1]?.opened).toEqual(['/dev/input/event0']);
  list[1]!.isReadable = true;
  await clock.advance(2_000);
  expect(watches[1]?.opened).toEqual(['/dev/input/event0', '/dev/input/event1']);
  await press(rig, 164);
  await becomes({ volume: 70 });
});

it('invalid buttons are refused, and the previous ones stay', async () => {
  const rig = await stationWithButtons([{ control: 'key-164', action: 'pause' }]);
  const button = { control: 'key-1', action: 'stop' };
  for (const wrong of [
    [button, button],
    [{ ...button, control: 'key-' }],
    [{ ...button, control: 'knob-1' }],
    [{ ...button, action: 'explode' }],
    [{ ...button, minutes: 0 }],
    Array.from({ length: 101 }, (_, code) => ({ ...button, control: `key-${code}` })),
  ])
    expect(await rig.change(wrong)).toEqual([422, 'invalid-request']);
  expect((await rig.read()).buttons).toEqual([{ control: 'key-164', action: 'pause' }]);
});
