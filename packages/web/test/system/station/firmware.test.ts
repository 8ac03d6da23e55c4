import { join } from 'node:path';
import { interfaceVersion, packageVersion } from '@stationery/core';
import { temporaryFolder, unusedPort } from '@stationery/core/testing';
import { describe, expect, it } from 'vitest';
import { Program } from '../../../../cli/test/support/program.ts';
import { tinyBundle } from '../../../../station/test/support/tiny-station.ts';
import { chromiumProgram, sharedBrowser } from '../../support/browser.ts';
import { startStation } from '../../support/station.ts';

const ownVersion = interfaceVersion(packageVersion);

const bundle = (buffer: Buffer) => ({
  name: 'station.stnfw',
  mimeType: 'application/octet-stream',
  buffer,
});

async function startUpdatable(): Promise<string> {
  const folder = await temporaryFolder();
  const port = String(await unusedPort());
  const launched = new Program(
    ['launch', '--firmware-slots', join(folder, 'slots'), '--http-port', port, '--https-port', '0'],
    { STATION_DATA_DIR: join(folder, 'data'), STATION_FIRMWARE_ALLOW_UNSIGNED: 'yes' },
  );
  await launched.printed((text) => text.includes('Stop with') || undefined);
  return `http://127.0.0.1:${port}`;
}

describe.skipIf(!chromiumProgram.run)('the station page (firmware)', () => {
  const browser = sharedBrowser();

  it('explains why an update was refused, installs a bundle, and shows after a reload why it was rolled back', async () => {
    const url = await startUpdatable();
    const page = await browser.open(url);
    const panel = page.getByRole('region', { name: 'Firmware' });
    const choose = (content: Buffer) => panel.locator('input[type=file]').setInputFiles(bundle(content));
    await panel.getByText(ownVersion).waitFor();
    await panel.getByText('unsigned firmware').waitFor();
    await panel.getByRole('button', { name: 'Update …' }).waitFor();
    await choose(Buffer.from('not a bundle'));
    const said = await panel.getByRole('alert').textContent();
    expect(said).toMatch(/^The update was not installed\..*bundle/);

    await choose(tinyBundle('7.8.9', undefined, 'crashes'));
    await panel.getByText('07.08.09 failed; the previous version was restored.').waitFor();
    await page.reload();
    await panel.getByText('07.08.09 failed; the previous version was restored.').waitFor();
    await panel.getByText('the sky is falling').waitFor();
    await panel.getByText(ownVersion).waitFor();
  });

  it('explains in German what updates need and why reader and MQTT fail', async () => {
    const broker = `mqtt://127.0.0.1:${await unusedPort()}`;
    const station = await startStation({
      STATION_READER: 'pn532:/dev/no-such-reader',
      STATION_MQTT_URL: broker,
    });
    const page = await browser.open(station.url, { locale: 'de-DE' });
    await page.getByText('starten Sie die Station mit „stationery launch“').waitFor();
    await page.getByText('An /dev/no-such-reader ist kein NFC-Leser. Stecken Sie ihn ein.').waitFor();
    await page.getByText('Keine Verbindung zu MQTT.').waitFor();
    await page.getByText(`Der MQTT-Broker ${broker} ist nicht erreichbar. Prüfen Sie`).waitFor();
    expect(await page.getByRole('button', { name: 'Aktualisieren …' }).count()).toBe(0);
  });
});
