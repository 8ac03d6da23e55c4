import { stationRoutes } from '@stationery/contract';
import { describe, expect, it } from 'vitest';
import { browserContext, chromiumProgram } from '../../../web/test/support/chromium.ts';
import { startTestStation } from '../support/test-station.ts';

describe.skipIf(!chromiumProgram.run)('the API documentation page in Chromium', () => {
  it.each([390, 1440])('fits %i pixels and loads nothing from other hosts', async (width) => {
    const station = await startTestStation();
    const context = await browserContext({ viewport: { width, height: 900 } });
    const page = await context.newPage();
    const requests: string[] = [];
    const complaints: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    page.on('console', (message) => complaints.push(message.text()));

    await page.goto(station.url);
    expect(page.url()).toBe(`${station.url}/api/docs`);
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Stationery base station');
    expect(await page.getByRole('article').count()).toBe(Object.keys(stationRoutes).length);
    await page.getByRole('link', { name: 'post /api/v1/files' }).click();
    expect(await page.locator('article:target h3').textContent()).toBe('Upload a file');
    const overflow = await page.evaluate('document.documentElement.scrollWidth - window.innerWidth');
    expect(overflow).toBeLessThanOrEqual(0);
    expect(complaints).toEqual([]);
    expect(requests.filter((url) => !url.startsWith(station.url))).toEqual([]);
  });
});
