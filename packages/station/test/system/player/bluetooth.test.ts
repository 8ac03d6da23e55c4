import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Bluez } from '@stationery/appliance/bluetooth';
import type { Bluetooth } from '@stationery/contract';
import { type StoredValue, silentLogger } from '@stationery/core';
import { ManualClock, temporaryFolder } from '@stationery/core/testing';
import { expect, it, onTestFinished, vi } from 'vitest';
import { listMpvOutputs } from '../../../src/player/mpv/mpv-outputs.ts';
import { mpvSessions } from '../../../src/player/mpv/mpv-session.ts';
import { SoundOutputs } from '../../../src/player/outputs/sound-outputs.ts';
import { StoredPlayerSettings } from '../../../src/player/player-settings.ts';
import { SupervisedPlayer } from '../../../src/player/supervised-player.ts';
import { bluezRuns, startBluez } from '../../player/bluez-rig.ts';
import { askMpv, mpv, silentMpv } from '../../player/mpv-rig.ts';
import { EventList, waitForIt } from '../../player/rig.ts';
import { writeSounds } from '../../player/sounds.ts';
import { startTestStation } from '../../support/test-station.ts';

const inMemory = <T>(value: T): StoredValue<T> => ({
  get: () => value,
  set: (changed) => {
    value = changed;
  },
});
const newSettings = () =>
  new StoredPlayerSettings({
    settings: inMemory({}),
    idleFile: inMemory(0),
    volume: inMemory(60),
    limits: inMemory({}),
    outputs: inMemory({}),
    outputVolumes: inMemory([]),
    pin: inMemory(''),
    wrongPins: inMemory(0),
  });

const jbl = { address: 'F8:DF:15:00:12:34', name: 'JBL Flip' };
const bose = { address: 'F8:DF:15:00:12:35', name: 'Bose' };

async function stationWithBluez() {
  const bluez = await startBluez(await temporaryFolder());
  const station = await startTestStation();
  const attributes = async (answer: Response) =>
    ((await answer.json()) as { data: { attributes: Bluetooth } }).data.attributes;
  return {
    bluez,
    read: async () => attributes(await station.get('/api/v1/bluetooth')),
    async command(command: string, address?: string) {
      const data = { type: 'bluetooth-command', attributes: { command, ...(address && { address }) } };
      const answer = await station.send('POST', '/api/v1/bluetooth/commands', { data });
      if (answer.ok) return attributes(answer);
      const { errors } = (await answer.json()) as { errors: { detail: string }[] };
      return `${answer.status} ${errors[0]?.detail}`;
    },
  };
}

it.skipIf(!bluezRuns)(
  'speakers are found, paired, connected, disconnected and forgotten',
  { timeout: 60_000 },
  async () => {
    const { bluez, read, command } = await stationWithBluez();
    const none = { available: false, searching: false, devices: [] };
    expect(await read()).toEqual(none);
    expect(await command('search')).toMatch(/^503 This machine has no Bluetooth\./);
    await bluez.begin();
    expect(await read()).toEqual({ ...none, available: true });
    expect(await command('search')).toMatchObject({ searching: true });
    await waitForIt(async () => expect(await bluez.isSearching()).toBe(true));
    await bluez.appear(jbl.address, jbl.name);
    await bluez.appear('F8:DF:15:00:12:36', 'A phone', 'phone');
    expect((await read()).devices).toEqual([{ ...jbl, paired: false, connected: false }]);

    expect(await command('connect', jbl.address)).toMatchObject({
      devices: [{ ...jbl, paired: true, connected: true }],
    });
    expect(await bluez.property(jbl.address, 'Trusted')).toBe(true);
    expect(await command('disconnect', jbl.address)).toMatchObject({
      devices: [{ ...jbl, paired: true, connected: false }],
    });
    expect(await command('forget', jbl.address)).toMatchObject({ devices: [] });
    expect(await command('connect')).toMatch(/^422 This command needs the address/);
    expect(await command('connect', 'hci0; reboot')).toMatch(/^422 /);
  },
);

it.skipIf(!bluezRuns)(
  'a speaker that vanishes, is silent or refuses is reported, and BlueZ may restart',
  { timeout: 60_000 },
  async () => {
    const { bluez, read, command } = await stationWithBluez();
    const kill = await bluez.begin();
    await bluez.appear(jbl.address, jbl.name, 'audio-card', 'br-connection-page-timeout');
    await bluez.appear(bose.address, bose.name, 'audio-headphones', 'br-connection-profile-unavailable');
    expect(await command('connect', jbl.address)).toBe(
      '503 Connecting failed. It does not answer. Switch it on and bring it near.',
    );
    expect(await command('connect', bose.address)).toMatch(
      /^503 Connecting failed\. No program .*“bluez-alsa-utils”/,
    );
    const [first, second] = await Promise.all([
      command('connect', jbl.address),
      command('connect', bose.address),
    ]);
    expect([first, second]).toContainEqual(expect.stringContaining('Bluetooth is busy'));
    await bluez.vanish(jbl.address);
    expect(await command('connect', jbl.address)).toMatch(/^503 The device .* is not known any more/);
    kill();
    await waitForIt(async () => expect(await read()).toMatchObject({ available: false, devices: [] }));
    await bluez.begin();
    expect(await read()).toMatchObject({ available: true });
  },
);

it.skipIf(!bluezRuns || !mpv.run)(
  'a connected speaker is an output if BlueALSA is installed',
  { timeout: 60_000 },
  async () => {
    const folder = await temporaryFolder();
    const bluez = await startBluez(folder);
    // Point clients of sound servers nowhere, so that only BlueALSA is left.
    vi.stubEnv('PULSE_SERVER', 'unix:/dev/null');
    vi.stubEnv('PIPEWIRE_REMOTE', 'none');
    await bluez.begin();
    await bluez.appear(jbl.address, jbl.name);
    const service = new Bluez();
    const alsaConfig = join(folder, '20-bluealsa.conf');
    const output = { id: `alsa/bluealsa:DEV=${jbl.address},PROFILE=a2dp`, name: jbl.name };
    const list = () => listMpvOutputs({ bluez: service, alsaConfig });
    await service.connect(jbl.address);
    expect(await list()).not.toContainEqual(output);
    writeFileSync(alsaConfig, '');
    expect(await list()).toContainEqual(output);

    // mpv itself does not list the speaker, but plays to it.
    const config = 'pcm.bluealsa {\n @args [ DEV PROFILE ]\n @args.DEV { type string }\n';
    const pcm = `${config} @args.PROFILE { type string }\n type null\n}\n`;
    writeFileSync(join(folder, 'asound.conf'), `</usr/share/alsa/alsa.conf>\n${pcm}`);
    vi.stubEnv('ALSA_CONFIG_PATH', join(folder, 'asound.conf'));
    const socket = silentMpv(folder, '');
    const clock = new ManualClock();
    const open = mpvSessions({ clock });
    const player = new SupervisedPlayer({ kind: 'mpv', open, listOutputs: list, clock, log: silentLogger });
    onTestFinished(() => player.close());
    const events = new EventList(player);
    const reasons: unknown[] = [];
    const outputs = new SoundOutputs({
      player,
      clock,
      log: silentLogger,
      stored: inMemory({ chosen: output }),
      settings: newSettings(),
      onChange: (reason) => reasons.push(reason),
    });
    onTestFinished(() => outputs.close());
    const path = Buffer.from(writeSounds(folder).long);
    player.load({ load: 1, filename: 'long', path, content: '' }, { positionMs: 0, isPaused: false });
    await waitForIt(() => expect(events.of('started')).toHaveLength(1));
    expect(await askMpv(socket, 'audio-device')).toBe(output.id);
    expect(await outputs.read()).toMatchObject({ output: output.id });
    expect(reasons).toEqual([]);
    await service.disconnect(jbl.address);
    expect(await list()).not.toContainEqual(output);
    expect((await outputs.read()).outputs).toContainEqual({ ...output, connected: false, volume: null });
    expect(reasons).toEqual([{ code: 'output-missing', name: jbl.name }]);
  },
);
