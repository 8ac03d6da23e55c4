import { describe, expect, it } from 'vitest';
import { chromiumProgram, sharedBrowser } from '../../support/browser.ts';
import { startPlotter, uprightLines } from '../../support/plotter.ts';
import { simulatedPlotter } from '../../support/simulated-plotter.ts';

describe.skipIf(!chromiumProgram.run)('a lost pen position on the plotter page', () => {
  const browser = sharedBrowser();

  it('is read from the plotter on request, and must be confirmed before a job is resumed', async () => {
    const simulated = await simulatedPlotter(10);
    // The board starts before the service, so the service misses its banner.
    await expect.poll(() => simulated.tell('status', ' at X').then(() => simulated.said())).toMatch(/^Idle/);
    const { url, client } = await startPlotter({ PLOTTER_SERIAL_PATH: simulated.path });
    const page = await browser.open(url);
    await page.getByRole('button', { name: 'Read position' }).click();
    await page.getByText('X 0.0 Y 0.0 mm').waitFor();
    expect((await client.status()).position).toEqual({ x: 0, y: 0 });

    const { id } = await client.queueJob({ script: uprightLines(20), name: 'Lines' });
    await expect.poll(async () => (await client.jobs.get(id)).completed).toBeGreaterThan(6);
    await simulated.tell('press-reset', '');
    await page.getByRole('heading', { name: '“Lines” was interrupted' }).waitFor();
    await page.getByText('Connected', { exact: true }).waitFor();
    const question = page.getByText('The origin may have moved', { exact: false });
    await question.waitFor();
    await client.send('HOME');
    expect((await client.status()).positionLost).toBe(true);
    await page.getByRole('button', { name: 'Resume', exact: true }).click();
    await page.getByRole('dialog', { name: 'Resume “Lines”?' }).waitFor();
    expect((await client.jobs.get(id)).state.state).toBe('interrupted');
    await page.getByRole('button', { name: 'Pen is at the origin' }).click();
    await expect.poll(async () => (await client.jobs.get(id)).state.state).toMatch(/running|done/);
    expect((await client.status()).positionLost).toBe(false);
    await question.waitFor({ state: 'hidden' });
  });
});
