import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Bluez } from '@stationery/appliance';
import type { Bluetooth } from '@stationery/contract';
import { temporaryFolder } from '@stationery/core/testing';
import { expect, it } from 'vitest';
import { listMpvOutputs } from '../../../src/player/mpv/mpv-outputs.ts';
import { bluezRuns, startBluez } from '../../player/bluez-rig.ts';
import { mpv } from '../../player/mpv-rig.ts';
import { waitForIt } from '../../player/rig.ts';
import { startTestStation } from '../../support/test-station.ts';

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
  'a vanished, silent or refusing speaker is reported, and BlueZ may restart',
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
    await service.disconnect(jbl.address);
    expect(await list()).not.toContainEqual(output);
  },
);
