import { createStationPlayer } from '@stationery/client/player';
import { temporaryFolder } from '@stationery/core/testing';
import { describe, expect, it } from 'vitest';
import { makeWav } from '../../../../station/src/player/make-wav.ts';
import { bluezRuns, startBluez } from '../../../../station/test/player/bluez-rig.ts';
import { mpv } from '../../../../station/test/player/mpv-rig.ts';
import { pactl, pulseaudio, startPulse } from '../../../../station/test/player/pulse-rig.ts';
import { chromiumProgram, sharedBrowser } from '../../support/browser.ts';
import { obstacles } from '../../support/obstacles.ts';
import { startStation } from '../../support/station.ts';

const canRun = [chromiumProgram, mpv, pulseaudio, pactl].every(({ run }) => run);

describe.skipIf(!canRun)('the sound outputs on the station page', () => {
  const browser = sharedBrowser();

  it('can be chosen, and are shown as missing if they are gone', async () => {
    const pulse = await startPulse(await temporaryFolder());
    await pulse.plug('Cellar');
    const unplug = await pulse.plug('Kitchen');
    const station = await startStation({ STATION_PLAYER: 'mpv' });
    const sound = makeWav([{ hz: 440, durationMs: 60_000, loudness: 0.2 }]);
    await station.client.upload(sound, { filename: 'song.wav' });
    const player = createStationPlayer({ baseUrl: station.url });
    const page = await browser.open(station.url, { viewport: { width: 390, height: 844 } });
    const dialog = page.getByRole('dialog');
    const open = async () => {
      await page.getByRole('button', { name: 'Menu', exact: true }).click();
      await page.getByRole('menuitem', { name: 'Sound output' }).click();
    };
    await open();
    expect(await dialog.getByLabel('Default').isChecked()).toBe(true);
    await dialog.getByRole('button', { name: 'Play a test sound' }).waitFor();
    await dialog.getByLabel('Kitchen').check();
    await expect.poll(async () => (await player.outputs()).output).toBe('pulse/Kitchen');
    await player.set({ volume: 35 });
    await player.play('song.wav');
    await expect.poll(() => pulse.playing()).toEqual(['Kitchen']);
    await dialog.getByText('35 %').waitFor();
    expect(await obstacles(page)).toEqual([]);
    expect(await page.evaluate("document.querySelector('dialog').scrollWidth - innerWidth")).toBeLessThan(0);

    await unplug();
    await dialog.getByText('not connected', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    const panel = page.getByRole('region', { name: 'Now playing' });
    await panel.getByText('The output “Kitchen” can’t be used.').waitFor();
    await panel.getByRole('button', { name: 'Pause' }).waitFor();
    await expect.poll(() => pulse.playing()).toEqual(['Cellar']);
    await open();
    await dialog.getByLabel('Cellar').check();
    await panel.getByText('The output “Kitchen” can’t be used.').waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');

    // The volume is set with the playback settings.
    await panel.getByRole('button', { name: 'Playback settings' }).click();
    await dialog.getByText('For albums', { exact: true }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect.poll(async () => (await player.settings()).replay_gain).toBe('album');
    expect(page.complaints).toEqual([]);
  });

  it.skipIf(!bluezRuns)('include Bluetooth speakers, which can be connected and removed', async () => {
    const bluez = await startBluez(await temporaryFolder());
    await bluez.begin();
    const station = await startStation({ STATION_PLAYER: 'mpv' });
    const page = await browser.open(station.url, { viewport: { width: 390, height: 844 } });
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Sound output' }).click();
    const speakers = page.getByRole('dialog').getByRole('region', { name: 'Bluetooth speakers' });
    await speakers.getByRole('button', { name: 'Search' }).click();
    await speakers.getByText('Searching …').waitFor();
    await bluez.appear('F8:DF:15:00:12:34', 'JBL Flip');
    await bluez.appear('F8:DF:15:00:12:35', 'Bose', 'audio-card', 'br-connection-page-timeout');
    await speakers.getByRole('button', { name: 'Connect Bose' }).click();
    await page.getByText('It does not answer. Switch it on').waitFor();
    await speakers.getByRole('button', { name: 'Connect JBL Flip' }).click();
    await speakers.getByRole('button', { name: 'Disconnect JBL Flip' }).waitFor();
    expect(await obstacles(page)).toEqual([]);
    expect(await page.evaluate("document.querySelector('dialog').scrollWidth - innerWidth")).toBeLessThan(0);
    await speakers.getByRole('button', { name: 'Forget JBL Flip' }).click();
    await speakers.getByText('JBL Flip').waitFor({ state: 'detached' });
    expect(page.complaints.filter((each) => !each.includes('503'))).toEqual([]);
  });
});
