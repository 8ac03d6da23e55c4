import { networkInterfaces } from 'node:os';
import { describe, expect, it } from 'vitest';
import { chromiumProgram, sharedBrowser } from '../support/browser.ts';
import { obstacles } from '../support/obstacles.ts';
import { startPlotter } from '../support/plotter.ts';
import { readQrCode } from '../support/qr-code.ts';
import { startStation } from '../support/station.ts';

const addresses = Object.values(networkInterfaces()).flat();
const hasNetwork = addresses.some((each) => each?.family === 'IPv4' && !each.internal);
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, locale: 'de-DE' };

describe.skipIf(!chromiumProgram.run || !hasNetwork)('access for phones (needs a network)', () => {
  const browser = sharedBrowser();

  it.for([
    ['station', startStation, '/api/v1/settings', 'Dateien'],
    ['plotter', startPlotter, '/api/plotter/status', 'Zeichenfläche'],
  ] as const)('lets a phone in at the %s by a QR code until access is switched off', async (row) => {
    const [, start, path, german] = row;
    const { url } = await start();
    const page = await browser.open(url);
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Connect a phone' }).click();
    await dialog.getByText('Only this computer can open this page now.').waitFor();
    expect(await obstacles(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Let phones in' }).click();
    const code = dialog.getByRole('img', { name: 'as a QR code' });
    const link = (await readQrCode(code)) ?? '';
    expect(link).toMatch(/^http:\/\/\d+\.\d+\.\d+\.\d+:\d+\/#token=[\w-]{22}$/);
    expect(await obstacles(page)).toEqual([]);
    const { origin } = new URL(link);
    expect((await fetch(`${origin}${path}`)).status).toBe(401);

    const onPhone = await browser.open(link, phone);
    await onPhone.getByRole('heading', { name: german }).first().waitFor();
    expect(onPhone.url()).toBe(`${origin}/`);
    await onPhone.getByRole('button', { name: 'Menü', exact: true }).click();
    await onPhone.getByRole('menuitem', { name: 'Telefon verbinden' }).click();
    expect(await readQrCode(onPhone.getByRole('img', { name: 'als QR-Code' }))).toBe(link);
    expect(await obstacles(onPhone)).toEqual([]);
    expect(await onPhone.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(
      0,
    );

    await dialog.getByRole('button', { name: 'Switch off' }).click();
    await dialog.getByRole('button', { name: 'Let phones in' }).waitFor();
    await onPhone.getByText('Verbindung verloren.').waitFor();
    await expect(fetch(`${origin}${path}`)).rejects.toThrow('fetch failed');
    expect(page.complaints).toEqual([]);
  });

  it('shows no code without a network', async () => {
    const { url } = await startStation();
    const page = await browser.open(url);
    await page.route('**/api/phones', async (route) => {
      const response = await route.fetch();
      const answered = response.status() === 200 ? ((await response.json()) as object) : undefined;
      await route.fulfill({ response, ...(answered && { json: { ...answered, addresses: [] } }) });
    });
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Connect a phone' }).click();
    await dialog.getByRole('button', { name: 'Let phones in' }).click();
    await dialog.getByText('This computer is not on a network').waitFor();
    expect(await dialog.getByText('Phones can open this page').count()).toBe(0);
    await dialog.getByRole('button', { name: 'Switch off' }).click();
    await dialog.getByRole('button', { name: 'Let phones in' }).waitFor();
  });

  it('asks for the address of the computer if the service does not know it', async () => {
    const { url } = await startStation();
    const page = await browser.open(url);
    await page.route('**/api/phones', (route) =>
      route.fulfill({
        json: route.request().method() === 'GET' ? { state: 'always' } : { addresses: [], token: null },
      }),
    );
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Connect a phone' }).click();
    await page.getByRole('dialog').getByText('does not know the address of this computer').waitFor();
  });
});
