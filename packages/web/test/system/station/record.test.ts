import { createStationTags } from '@stationery/client/tags';
import { describe, expect, it } from 'vitest';
import { makeWav } from '../../../../station/src/player/make-wav.ts';
import { chromiumProgram, type OpenedPage, sharedBrowser } from '../../support/browser.ts';
import { obstacles } from '../../support/obstacles.ts';
import { startStation, type TestStation } from '../../support/station.ts';

const phone = { viewport: { width: 390, height: 844 } };

async function openMenu(page: OpenedPage): Promise<void> {
  await page.getByRole('button', { name: 'More actions for tag Fox' }).click();
  await page.getByRole('menuitem', { name: 'Record a message' }).click();
}

/** Opens the dialog on a station that has one tag. */
async function openDialog(page: OpenedPage, station: TestStation) {
  await station.client.simulator.put({ serial: '0x04A2245A6B2C80' });
  const [tag] = await station.client.waitForTags({ timeoutSeconds: 10 });
  await createStationTags({ baseUrl: station.url }).change(tag!.id, { name: 'Fox' });
  await openMenu(page);
  const dialog = page.getByRole('dialog', { name: 'Record a message' });
  await dialog.waitFor();
  return dialog;
}

const secondsOf = (wav: Buffer) => wav.readUInt32LE(40) / wav.readUInt32LE(28);

describe.skipIf(!chromiumProgram.run)('the dialog for recording a message', () => {
  const browser = sharedBrowser();

  it('records from the microphone, cuts, plays, saves and binds the recording', async () => {
    const station = await startStation({ STATION_PLAYER: 'none' });
    station.write('Message.wav');
    const page = await browser.open(station.url, phone);
    const dialog = await openDialog(page, station);
    await dialog.getByRole('button', { name: 'Record', exact: true }).click();
    await dialog.getByText(/^Recording, 0:0[2-9] of 5:00$/).waitFor();
    await dialog.getByRole('button', { name: 'Stop' }).click();
    const start = dialog.getByRole('slider', { name: 'Start' });
    await start.waitFor();
    const end = dialog.getByRole('slider', { name: 'End' });
    await start.fill('0.5');
    // The end of the cut cannot be moved before its start.
    await end.fill('0');
    expect(Number(await end.inputValue())).toBe(1);
    await end.press('End');
    // A click beside the dialog does not lose the recording.
    await page.mouse.click(5, 5);
    await dialog.waitFor({ state: 'detached' });
    await openMenu(page);
    await start.fill('0.5');
    expect(await obstacles(page)).toEqual([]);
    expect(await page.evaluate("document.querySelector('dialog').scrollWidth - innerWidth")).toBeLessThan(0);
    await dialog.getByRole('button', { name: 'Listen' }).click();
    await dialog.getByRole('button', { name: 'Stop' }).waitFor();
    await dialog.getByRole('button', { name: 'Listen' }).waitFor();
    await end.fill('1.5');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('“Message 2.wav” chosen for the tag.').waitFor();
    await dialog.waitFor({ state: 'detached' });
    expect(await station.client.tags()).toMatchObject([{ filename: 'Message 2.wav' }]);
    const wav = station.read('Message 2.wav');
    expect(secondsOf(wav)).toBeCloseTo(1, 1);
    // The recording contains the beeps of Chromium's microphone, made loud.
    const loudest = Math.max(...Array.from({ length: 20_000 }, (_, at) => wav.readInt16LE(44 + 2 * at)));
    expect(loudest).toBeGreaterThan(20_000);
    expect(page.complaints).toEqual([]);
  });

  it('accepts a recording from the phone if the browser forbids the microphone, and explains other refusals', async () => {
    const station = await startStation({ STATION_PLAYER: 'none' });
    const page = await browser.open(station.url, phone);
    await page.addInitScript("Object.defineProperty(navigator, 'mediaDevices', { value: undefined })");
    await page.reload();
    const dialog = await openDialog(page, station);
    await dialog.getByText('Browsers allow the microphone only on a secure page.').waitFor();
    expect(await dialog.getByRole('button', { name: 'Record', exact: true }).count()).toBe(0);
    expect(await obstacles(page)).toEqual([]);
    const choose = async (buffer: Buffer) =>
      dialog.locator('input[type=file]').setInputFiles({ name: 'voice.wav', mimeType: 'audio/wav', buffer });
    const sound = (durationMs: number, loudness: number) => makeWav([{ hz: 440, durationMs, loudness }]);
    await choose(Buffer.from('nothing'));
    await dialog.getByText('This recording can’t be read.').waitFor();
    await choose(sound(301_000, 0.5));
    await dialog.getByText('This recording is longer than 5 minutes.').waitFor();
    await choose(sound(2_000, 0));
    await dialog.getByText('The recording is silent.').waitFor();
    await choose(sound(2_000, 0.1));
    await dialog.getByLabel('Name of the file').fill('Good night');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('“Good night.wav” chosen for the tag.').waitFor();
    expect(secondsOf(station.read('Good night.wav'))).toBeCloseTo(2, 2);
  });
});
