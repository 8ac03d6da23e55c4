import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PlayerOutputs, PlayerState } from '@stationery/contract';
import { ManualClock, temporaryFolder } from '@stationery/core/testing';
import { expect, it, vi } from 'vitest';
import { mpd, mpdRig } from '../../player/mpd-rig.ts';
import { askMpv, mpv, silentMpv } from '../../player/mpv-rig.ts';
import { pactl, pulseaudio, startPulse } from '../../player/pulse-rig.ts';
import { EventList, waitForIt } from '../../player/rig.ts';
import { longSound } from '../../player/sounds.ts';
import { startTestStation, type TestStation } from '../../support/test-station.ts';

const hasSound = mpv.run && pulseaudio.run && pactl.run;

function requests(station: TestStation) {
  const outputs = async () => {
    const answer = await station.get('/api/v1/player/outputs');
    return ((await answer.json()) as { data: { attributes: PlayerOutputs } }).data.attributes;
  };
  const state = async () =>
    ((await (await station.get('/api/v1/player')).json()) as { data: { attributes: PlayerState } }).data
      .attributes;
  const choose = async (output: string | null) => {
    const data = { id: 'player-outputs', type: 'player-outputs', attributes: { output } };
    return (await station.send('PATCH', '/api/v1/player/outputs', { data })).status;
  };
  const setVolume = (volume: number) =>
    station.send('PATCH', '/api/v1/player', {
      data: { id: 'player', type: 'player', attributes: { volume } },
    });
  const command = (attributes: object) =>
    station.send('POST', '/api/v1/player/commands', { data: { type: 'player-command', attributes } });
  return { outputs, state, choose, setVolume, command };
}

it.skipIf(!hasSound)(
  'an output chosen during playback keeps its volume, and is used again when it returns',
  { timeout: 120_000 },
  async () => {
    const folder = await temporaryFolder();
    const pulse = await startPulse(folder);
    const socket = silentMpv(folder, '');
    await pulse.plug('Cellar');
    const unplug = await pulse.plug('Kitchen');
    const clock = new ManualClock();
    const station = await startTestStation({ folder, env: { STATION_PLAYER: 'mpv' }, clock });
    const { outputs, state, choose, setVolume, command } = requests(station);
    const kitchen = { id: 'pulse/Kitchen', name: 'Kitchen' };
    expect(await outputs()).toEqual({
      output: null,
      can_choose: true,
      outputs: ['Cellar', 'Kitchen'].map((name) => ({
        id: `pulse/${name}`,
        name,
        connected: true,
        volume: null,
      })),
    });
    await station.upload('long.wav', longSound());
    await setVolume(70);
    await command({ command: 'play', filename: 'long.wav' });
    await waitForIt(async () => expect(await pulse.playing()).toEqual(['Cellar']));

    expect(await choose('pulse/Attic')).toBe(422);
    expect(await choose('pulse/Kitchen')).toBe(200);
    await waitForIt(async () => expect(await pulse.playing()).toEqual(['Kitchen']));
    expect(await state()).toMatchObject({ status: 'playing', volume: 70, problem: null });
    await setVolume(20);
    await waitForIt(async () => expect(await askMpv(socket, 'volume')).toBe(20));

    // When the output is unplugged, the music continues.
    await unplug();
    const gone = { reason: expect.any(String), cause: { code: 'output-missing', name: 'Kitchen' } };
    await waitForIt(async () =>
      expect(await state()).toMatchObject({ status: 'playing', volume: 70, problem: gone }),
    );
    await waitForIt(async () => expect(await pulse.playing()).toEqual(['Cellar']));
    expect((await outputs()).outputs).toContainEqual({ ...kitchen, connected: false, volume: 20 });
    await pulse.plug('Kitchen');
    await waitForIt(async () => expect(await pulse.playing()).toEqual(['Kitchen']));
    expect(await state()).toMatchObject({ status: 'playing', volume: 20, problem: null });

    // The default has its own volume.
    expect(await choose(null)).toBe(200);
    await waitForIt(async () => expect(await pulse.playing()).toEqual(['Cellar']));
    expect(await state()).toMatchObject({ volume: 70 });
  },
);

it.skipIf(!hasSound)(
  'a chosen output that is missing at the start is replaced by the default until it appears',
  { timeout: 120_000 },
  async () => {
    const folder = await temporaryFolder();
    const pulse = await startPulse(folder);
    silentMpv(folder, '');
    await pulse.plug('Cellar');
    const unplug = await pulse.plug('Kitchen');
    const start = async () => {
      const clock = new ManualClock();
      const station = await startTestStation({ folder, env: { STATION_PLAYER: 'mpv' }, clock });
      return { clock, station, ...requests(station) };
    };
    const first = await start();
    await first.station.upload('long.wav', longSound());
    expect(await first.choose('pulse/Kitchen')).toBe(200);
    await first.station.stop();
    await unplug();

    const { station, clock, command, state, outputs } = await start();
    await command({ command: 'play', filename: 'long.wav' });
    await waitForIt(async () => expect(await pulse.playing()).toEqual(['Cellar']));
    await waitForIt(async () =>
      expect(await state()).toMatchObject({
        status: 'playing',
        file: { filename: 'long.wav' },
        problem: { cause: { code: 'output-missing', name: 'Kitchen' } },
      }),
    );
    // This request makes the station notice that the output is absent.
    await outputs();
    await command({ command: 'stop' });
    // Although nothing plays and no page is open, the station looks for the output.
    await pulse.plug('Kitchen');
    await waitForIt(async () => {
      await clock.advance(10_000);
      expect(await state()).toMatchObject({ problem: null });
    });
    await station.stop();
  },
);

it.skipIf(!hasSound)(
  'an output that cannot be opened is replaced by the default, and not retried whenever outputs are listed',
  { timeout: 120_000 },
  async () => {
    const folder = await temporaryFolder();
    const pulse = await startPulse(folder);
    const socket = silentMpv(folder, '');
    const alsa = join(folder, 'asound.conf');
    const broken = 'pcm.broken {\n type hw\n card 31\n hint {\n show on\n description "Broken"\n }\n}\n';
    writeFileSync(alsa, `</usr/share/alsa/alsa.conf>\n${broken}`);
    vi.stubEnv('ALSA_CONFIG_PATH', alsa);
    await pulse.plug('Cellar');
    const clock = new ManualClock();
    const station = await startTestStation({ folder, env: { STATION_PLAYER: 'mpv' }, clock });
    const { outputs, state, choose, command } = requests(station);
    await station.upload('long.wav', longSound());
    await command({ command: 'play', filename: 'long.wav' });
    await waitForIt(async () => expect(await pulse.playing()).toEqual(['Cellar']));
    expect(await choose('alsa/broken')).toBe(200);
    const problem = { cause: { code: 'output-missing', name: 'Broken' } };
    await waitForIt(async () => expect(await state()).toMatchObject({ status: 'playing', problem }));
    await waitForIt(async () => expect(await pulse.playing()).toEqual(['Cellar']));
    // Let mpv answer in between, because a silent mpv is restarted.
    for (let seconds = 0; seconds < 25; seconds++) {
      await clock.advance(1_000);
      await askMpv(socket, 'pause');
    }
    expect((await outputs()).outputs).toContainEqual({
      id: 'alsa/broken',
      name: 'Broken',
      connected: false,
      volume: null,
    });
    expect(await state()).toMatchObject({ status: 'playing', problem });
  },
);

it.skipIf(!mpv.run)('mpv plays files equally loud while ReplayGain is on', { timeout: 60_000 }, async () => {
  const folder = await temporaryFolder();
  const socket = silentMpv(folder);
  const station = await startTestStation({ folder, env: { STATION_PLAYER: 'mpv' } });
  const set = (replay_gain: string) => {
    const type = 'player-settings';
    return station.send('PATCH', '/api/v1/player/settings', {
      data: { id: type, type, attributes: { replay_gain } },
    });
  };
  const { command } = requests(station);
  expect((await set('loud')).status).toBe(422);
  await set('album');
  await station.upload('long.wav', longSound());
  await command({ command: 'play', filename: 'long.wav' });
  await waitForIt(async () => expect(await askMpv(socket, 'replaygain')).toBe('album'));
  for (const [mode, told] of [
    ['track', 'track'],
    ['off', false],
  ] as const) {
    await set(mode);
    await waitForIt(async () => expect([await askMpv(socket, 'replaygain')]).toContain(told));
  }
});

it.skipIf(!mpd.run)('MPD plays on the chosen output only, with ReplayGain', { timeout: 60_000 }, async () => {
  const rig = await mpdRig();
  const { player, until } = rig;
  const events = new EventList(player);
  const { outputs } = player;
  expect(await outputs?.list()).toEqual(['Living room', 'Hall'].map((name) => ({ id: name, name })));
  outputs?.use('Hall');
  player.setReplayGain?.('album');
  const long = rig.track('long');
  player.load(long, { positionMs: 0, isPaused: false });
  await until(() => expect(events.all).toContainEqual({ type: 'started', load: long.load }));
  const enabled = async () => (await rig.send('outputs')).filter((line) => line.startsWith('outputenabled'));
  await until(async () => expect(await enabled()).toEqual(['outputenabled: 0', 'outputenabled: 1']));
  expect(await rig.send('replay_gain_status')).toEqual(['replay_gain_mode: album']);
  outputs?.use('Living room');
  await until(async () => expect(await enabled()).toEqual(['outputenabled: 1', 'outputenabled: 0']));
  outputs?.use('Attic');
  await until(() => expect(events.of('output-missing')).toHaveLength(1));
  expect(await enabled()).toEqual(['outputenabled: 1', 'outputenabled: 0']);
  expect(events.of('failed')).toEqual([]);
});
