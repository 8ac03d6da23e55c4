import { createPlotterSetup } from '@stationery/client/setup';
import { describe, expect, it } from 'vitest';
import { chromiumProgram, sharedBrowser } from '../support/browser.ts';
import { fileOnDisk } from '../support/file-on-disk.ts';
import { obstacles } from '../support/obstacles.ts';
import { startPlotter } from '../support/plotter.ts';
import { startStation } from '../support/station.ts';

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, locale: 'de-DE' };

describe.skipIf(!chromiumProgram.run)('saving and restoring a backup', () => {
  const browser = sharedBrowser();

  it('restores the files and the name of a station, and refuses other files', async () => {
    const { url, client, onCard, read } = await startStation();
    await client.rename('Kitchen');
    const { id } = await client.upload(Buffer.from('roar'), { filename: 'lion.txt' });
    const page = await browser.open(url);
    const dialog = page.getByRole('dialog');
    const openMenu = async (name: string) => {
      await page.getByRole('button', { name: 'Menu', exact: true }).click();
      await page.getByRole('menuitem', { name }).click();
    };
    await openMenu('Save everything');
    await dialog.getByText('One file with 1 file (4 bytes), 0 tags').waitFor();
    expect(await obstacles(page)).toEqual([]);
    const download = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Save' }).click();
    const saved = await download;
    expect(saved.suggestedFilename()).toBe('Kitchen.tar');
    const archive = await saved.path();

    await client.rename('Attic');
    await client.replace({ id, filename: 'lion.txt' }, Buffer.from('miaow'));
    await client.upload(Buffer.from('mine'), { filename: 'own.txt' });
    await page.getByText('own.txt').first().waitFor();
    await openMenu('Restore');
    const choose = async (path: string) => {
      const chooser = page.waitForEvent('filechooser');
      await dialog.getByRole('button', { name: 'Choose file' }).click();
      await (await chooser).setFiles(path);
    };
    await choose(await fileOnDisk('song.tar', 'la la la'));
    await dialog.getByRole('alert').getByText('song.tar was not made with').waitFor();
    await choose(archive);
    await dialog.getByText('Kitchen: 1 file, 0 tags').waitFor();
    await dialog.getByText('This replaces 1 file of the same name, 0 tags').waitFor();
    expect(await obstacles(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Restore', exact: true }).click();
    await page.getByText('Everything is restored.').waitFor();
    await expect.poll(() => dialog.count()).toBe(0);
    await page.getByRole('heading', { name: 'Kitchen' }).waitFor();
    expect([onCard(), read('lion.txt').toString()]).toEqual([['lion.txt', 'own.txt'], 'roar']);
    expect(page.complaints).toEqual([]);
  });

  it('restores the pens of a plotter with a token, on a phone', async () => {
    const token = 'secret';
    const { url } = await startPlotter({ PLOTTER_TOKEN: token });
    const setup = createPlotterSetup({ baseUrl: url, token });
    const pens = [{ name: 'Blue', colour: '#2020c0' }];
    await setup.setPens(pens);
    const page = await browser.open(`${url}/#token=${token}`, phone);
    const dialog = page.getByRole('dialog');
    const openMenu = async (name: string) => {
      await page.getByRole('button', { name: 'Menü', exact: true }).click();
      await page.getByRole('menuitem', { name }).click();
    };
    await openMenu('Alles sichern');
    await dialog.getByText('Aufträge sind nicht darin').waitFor();
    expect(await obstacles(page)).toEqual([]);
    const download = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Speichern' }).click();
    const archive = await (await download).path();

    await setup.setPens([]);
    await openMenu('Wiederherstellen');
    const chooser = page.waitForEvent('filechooser');
    await dialog.getByRole('button', { name: 'Datei wählen' }).click();
    await (await chooser).setFiles(archive);
    await dialog.getByText('0 Maschinenprofile und 1 Stift.').waitFor();
    await dialog.getByText('Der Plotter bewegt sich nicht.').waitFor();
    expect(await obstacles(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
    await dialog.getByRole('button', { name: 'Wiederherstellen', exact: true }).click();
    await page.getByText('Alles ist wiederhergestellt.').waitFor();
    expect(await setup.pens()).toEqual(pens);
    expect(page.complaints).toEqual([]);
  });
});
