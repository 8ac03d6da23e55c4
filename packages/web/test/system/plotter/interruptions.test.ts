import { describe, expect, it } from 'vitest';
import { chromiumProgram, sharedBrowser } from '../../support/browser.ts';
import { startPlotter, uprightLines } from '../../support/plotter.ts';
import { simulatedPlotter } from '../../support/simulated-plotter.ts';
import { inkOnSheet, seldom } from './support.ts';

describe.skipIf(!chromiumProgram.run)('the plotter page after an interruption', () => {
  const browser = sharedBrowser();

  it('by a pulled cable shows where the job will resume, and resumes the job there', async () => {
    const simulated = await simulatedPlotter(10);
    const { url, client } = await startPlotter({ PLOTTER_SERIAL_PATH: simulated.path });
    const page = await browser.open(url);
    await page.getByText('Connected', { exact: true }).waitFor();
    const { id } = await client.queueJob({ script: uprightLines(20), name: 'Lines' });
    await expect.poll(async () => (await inkOnSheet(page))?.right ?? 0, seldom).toBeGreaterThan(0.1);

    await simulated.tell('unplug', 'Unplugged');
    await page.getByRole('heading', { name: '“Lines” was interrupted' }).waitFor();
    await page.getByText('Not connected').first().waitFor();
    expect(await page.getByRole('button', { name: 'Resume', exact: true }).isDisabled()).toBe(true);
    const job = await client.jobs.get(id);
    if (job.state.state !== 'interrupted') throw new Error(job.state.state);
    const x = ((job.resumePoint?.position?.x ?? 0) / 80).toFixed(1);
    await page.getByText(`It resumes at X ${x} mm,`).waitFor();
    await page.getByRole('img', { name: new RegExp(`It will resume at X ${x}`) }).waitFor();
    await page
      .getByText(`The connection to ${simulated.path} was lost. Check its cable and power.`)
      .waitFor();
    await saysSoInGerman(url, simulated.path);

    await simulated.tell('replug', 'Plugged in again');
    await page.getByText('Connected', { exact: true }).waitFor();
    await page.getByText('Interrupted: “Lines”').waitFor();
    // The job does not resume without a command.
    expect((await client.jobs.get(id)).state.state).toBe('interrupted');
    await page.getByRole('button', { name: 'Resume', exact: true }).click();
    await page.getByRole('img', { name: /“Lines”, 100 % plotted/ }).waitFor();
    expect((await client.jobs.get(id)).state.state).toBe('done');
    const xs = new Set((await simulated.drawn()).map((at) => at.x));
    expect([...xs].toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, at) => (at + 1) * 800));
  });

  /** Expects that job and connection explain their state in the language of the page. */
  async function saysSoInGerman(url: string, port: string): Promise<void> {
    const page = await browser.open(url, { locale: 'de-DE' });
    const lost = `Die Verbindung zu ${port} ist abgebrochen. Prüfen Sie Kabel und Stromversorgung.`;
    await page.getByText(lost).waitFor();
    await page.getByRole('button', { name: /Nicht verbunden/ }).click();
    await page.getByRole('dialog').getByText(`An ${port} ist kein Plotter.`).waitFor();
    await page.close();
  }

  it('by a crash of the service reports the crash, reconnects, and resumes the job', async () => {
    const simulated = await simulatedPlotter(10);
    const plotter = await startPlotter({ PLOTTER_SERIAL_PATH: simulated.path });
    const page = await browser.open(plotter.url);
    await page.getByText('Connected', { exact: true }).waitFor();
    const { id } = await plotter.client.queueJob({ script: uprightLines(20), name: 'Lines' });
    await expect.poll(async () => (await inkOnSheet(page))?.right ?? 0, seldom).toBeGreaterThan(0.1);

    const startAgain = await plotter.kill();
    await page.getByText('Offline. The state of the plotter is unknown.').waitFor();
    await page.getByRole('button', { name: 'Stop the plotter immediately' }).click();
    await page.getByText('The plotter may not have stopped. If it moves, switch it off.').waitFor();
    await page.getByText('Connection lost.').waitFor();
    const { client } = await startAgain();
    await page.getByText('Connected', { exact: true }).waitFor();
    await page.getByRole('heading', { name: '“Lines” was interrupted' }).waitFor();
    await expect.poll(async () => (await inkOnSheet(page))?.right ?? 0, seldom).toBeGreaterThan(0.05);
    await page.getByRole('button', { name: 'Resume', exact: true }).click();
    await page.getByRole('img', { name: /“Lines”, 100 % plotted/ }).waitFor();
    expect((await client.jobs.get(id)).state.state).toBe('done');
    expect(page.complaints).toEqual([]);
  });

  it('offers to cancel the job or to start it again', async () => {
    const plotter = await startPlotter({ PLOTTER_SIM_SPEED: '10' });
    const { id } = await plotter.client.queueJob({ script: uprightLines(40), name: 'Lines' });
    await expect.poll(async () => (await plotter.client.jobs.get(id)).completed).toBeGreaterThan(4);
    const { url, client } = await (await plotter.kill())();
    const page = await browser.open(url);
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel the job' }).click();
    await expect.poll(async () => (await client.jobs.get(id)).state.state).toBe('cancelled');
    await page.getByRole('button', { name: 'Plot again: “Lines”' }).click();
    await page.getByText('Plotting “Lines”').waitFor();
  });
});
