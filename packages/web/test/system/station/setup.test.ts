import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fingerprintOf, readPresets, writeResult } from '@stationery/appliance/presets';
import { createStationSetup } from '@stationery/client/station-setup';
import { setupProblem } from '@stationery/contract';
import { temporaryFolder } from '@stationery/core/testing';
import { describe, expect, it } from 'vitest';
import { chromiumProgram, sharedBrowser } from '../../support/browser.ts';
import { obstacles } from '../../support/obstacles.ts';
import { startStation } from '../../support/station.ts';

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };

describe.skipIf(!chromiumProgram.run)('the setup of a new box', () => {
  const browser = sharedBrowser();

  it('asks one question after another, and can be opened again from the settings', async () => {
    const folder = await temporaryFolder();
    const [request, result] = [join(folder, 'setup.toml'), join(folder, 'result.json')];
    const env = { STATION_SETUP_FILE: request, STATION_SETUP_RESULT: result, STATION_PLAYER: 'browser' };
    const { url, client } = await startStation(env);
    const page = await browser.open(url, phone);
    const dialog = page.getByRole('dialog');
    const question = (name: string) => dialog.getByRole('heading', { name, exact: true }).waitFor();
    const press = (name: string) => dialog.getByRole('button', { name, exact: true }).click();

    await question('Which language?');
    expect(await obstacles(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
    await press('Next');

    await question('What is its name?');
    await dialog.getByLabel('Name').fill('Mine');
    await createStationSetup({ baseUrl: url }).change({ name: 'Küche' });
    await dialog.getByText('just saved on another phone').waitFor();
    expect(await dialog.getByLabel('Name').inputValue()).toBe('Küche');
    await press('Next');

    await question('What is connected to the box?');
    await dialog.getByLabel('Both').check();
    await press('Next');
    await question('Is the card in?');
    await dialog.getByText('are free').waitFor();
    await press('Next');
    await question('Does the reader work?');
    await client.simulator.put({ serial: '0x04A2245A6B2C80' });
    await dialog.getByText('0x04A2245A6B2C80').waitFor();
    await press('Next');
    await question('Can you hear it?');
    await press('Play a sound');
    await press('Next');
    await question('Is the clock right?');
    await dialog.getByText('It is right.').waitFor();
    await press('Next');

    await question('Who may use it?');
    await dialog.getByLabel('Only those with a code').check();
    await dialog.getByLabel('Code', { exact: true }).fill('open-sesame');
    await press('Next');
    await question('Ready');
    expect(await obstacles(page)).toEqual([]);
    const second = await browser.open(url, phone);
    await second.getByRole('heading', { name: 'Which language?' }).waitFor();
    await press('Finish');
    for (const each of [page, second])
      await each.getByRole('dialog').getByText('The box is changing its settings.').waitFor();
    await second.close();
    await expect.poll(() => existsSync(request)).toBe(true);
    const text = readFileSync(request, 'utf8');
    expect(Object.fromEntries(readPresets(text))).toEqual({ run: 'both', token: 'open-sesame' });
    writeResult(result, { request: fingerprintOf(text), problem: setupProblem('wifi-failed') });
    rmSync(request);
    await dialog.getByText('The Wi-Fi did not start with these settings.').waitFor();
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Settings', exact: true }).click();
    await dialog.getByText('Saved, but not in use yet: What it is, Access.').waitFor();
    await dialog.getByText('this box has no Wi-Fi').waitFor();
    expect(await obstacles(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Language' }).click();
    await dialog.getByLabel('Deutsch').check();
    await press('Speichern');
    await dialog.getByRole('heading', { name: 'Einstellungen' }).waitFor();
    await dialog.getByText('Das WLAN startet mit diesen Einstellungen nicht.').waitFor();
    // After the setup, the page on another phone does not ask, and uses the language of the station.
    const other = await browser.open(url, phone);
    await other.getByRole('heading', { name: 'Dateien' }).first().waitFor();
    expect(await other.getByRole('dialog').count()).toBe(0);
    expect(page.complaints).toEqual([]);

    // Imitates a browser that cannot run the program.
    const old = await other.context().newPage();
    await old.route('**/*.js', (route) => route.fulfill({ contentType: 'text/javascript', body: 'class {' }));
    await old.goto(url);
    expect(await old.getByText('needs a newer browser').isVisible()).toBe(true);
    expect(await other.getByText('needs a newer browser').isVisible()).toBe(false);
  });
});
