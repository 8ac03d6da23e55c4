import { describe, expect, it } from 'vitest';
import { chromiumProgram, sharedBrowser, sharedPage } from '../../support/browser.ts';
import { longDrawing, sharedPlotter, startPlotter, uprightLines } from '../../support/plotter.ts';
import { simulatedPlotter } from '../../support/simulated-plotter.ts';
import { inkOnSheet, openConnection, seldom, sheetSteps } from './support.ts';

describe.skipIf(!chromiumProgram.run)('a running job on the plotter page', () => {
  const browser = sharedBrowser();
  const quick = sharedPlotter({ PLOTTER_SIM_SPEED: '40' });
  const opened = sharedPage(() => quick().url);

  it('is shown live, with lines where the pen of the plotter has drawn', async () => {
    const simulated = await simulatedPlotter(10);
    const { url, client } = await startPlotter({ PLOTTER_SERIAL_PATH: simulated.path });
    const page = await browser.open(url, { reducedMotion: 'no-preference' });
    await page.getByText('Nothing to plot yet').waitFor();

    // Pauses the job so that progress is shown before it is complete: about half, after ten lines of four
    // commands and one more command.
    const pauses = [{ before: 41, reason: 'Half of it is drawn.' }];
    const { id } = await client.queueJob({ script: uprightLines(20), name: 'Lines', pauses });
    await page.getByText('Plotting “Lines”').waitFor();
    await page.getByRole('heading', { name: 'Half of it is drawn.' }).waitFor();
    await expect
      .poll(async () => (await inkOnSheet(page))?.right ?? 0, seldom)
      .toBeCloseTo(8000 / sheetSteps.width, 2);
    await client.jobs.resume(id);

    await page.getByText('Ready', { exact: true }).waitFor();
    const drawn = await simulated.drawn();
    const xs = drawn.map(({ x }) => x / sheetSteps.width);
    const ys = drawn.map(({ y }) => y / sheetSteps.height);
    const expected = {
      left: Math.min(...xs),
      right: Math.max(...xs),
      top: Math.min(...ys),
      bottom: Math.max(...ys),
    };
    await expect.poll(async () => (await inkOnSheet(page))!.right, seldom).toBeCloseTo(expected.right, 2);
    const ink = (await inkOnSheet(page))!;
    for (const side of ['left', 'right', 'top', 'bottom'] as const) {
      expect(Math.abs(ink[side] - expected[side])).toBeLessThan(0.006);
    }
    await page.getByRole('img', { name: /“Lines”, 100 % plotted/ }).waitFor();
    expect(page.complaints).toEqual([]);
  });

  it('is paused and resumed by one key', async () => {
    const { client } = quick();
    const page = await opened();
    await page.getByText('Connected', { exact: true }).waitFor();
    // Slow at first, so that the job can be paused in its middle even if the key press arrives late.
    await client.send('SPEED 400');
    const { id } = await client.queueJob({ script: uprightLines(35), name: 'Fence' });
    await page.getByText('Plotting “Fence”').waitFor();
    await page.keyboard.press('p');
    await page.getByRole('heading', { name: 'The job is paused' }).waitFor();
    const paused = await client.jobs.get(id);
    expect(paused.state.state).toBe('paused');
    // The pen can be moved while the job is paused.
    await page.getByRole('button', { name: 'Right, 10 mm' }).click();
    await client.send(`SPEED ${(await client.machine()).speed}`);

    // Without motion there are no other events, so the page must count the queued jobs when one is added.
    const waiting = await client.queueJob({ script: uprightLines(1), name: 'Next' });
    await page.getByText('1 queued').waitFor();
    await client.jobs.cancel(waiting.id);
    await expect.poll(() => page.getByText('1 queued').count()).toBe(0);

    await openConnection(page);
    await page.getByRole('button', { name: 'Disconnect' }).click();
    await page.keyboard.press('Escape');
    // A disconnected plotter may lose its position, so the paused job is interrupted.
    await page.getByRole('heading', { name: '“Fence” was interrupted' }).waitFor();
    const resume = page.getByRole('button', { name: 'Resume', exact: true });
    expect(await resume.isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Connect', exact: true }).press('Enter');
    await expect.poll(() => resume.isEnabled()).toBe(true);
    expect((await client.jobs.get(id)).state.state).toBe('interrupted');

    await resume.click();
    const row = page.getByRole('listitem').filter({ hasText: '“Fence”' });
    await row.getByText('Done').waitFor();
    await page.getByText('Ready', { exact: true }).waitFor();
    expect((await client.jobs.get(id)).state.state).toBe('done');
  });

  it('shows what it needs, and continues after Resume', async () => {
    const { client } = quick();
    const page = await opened();
    await client.queueJob({
      script: uprightLines(4),
      name: 'Two pens',
      pauses: [{ before: 9, reason: 'Put the red pen in.' }],
    });
    await page.getByRole('heading', { name: 'Put the red pen in.' }).waitFor();
    // The rest would be plotted from a different origin, so both the button and the console ask first.
    const before = (await client.status()).position;
    const question = page.getByRole('dialog', { name: 'Set the origin here?' });
    const keep = question.getByRole('button', { name: 'Keep the origin' });
    await page.getByRole('button', { name: 'Set origin' }).click();
    expect(await question.textContent()).toContain('The rest of “Two pens” will be plotted from here.');
    await keep.click();
    await page.getByLabel('Command', { exact: true }).fill('zero');
    await page.getByLabel('Command', { exact: true }).press('Enter');
    await keep.click();
    expect((await client.status()).position).toEqual(before);
    await page.getByRole('button', { name: 'Set origin' }).click();
    await question.getByRole('button', { name: 'Set origin' }).click();
    await expect.poll(async () => (await client.status()).position).toEqual({ x: 0, y: 0 });
    // Returns to the position that other tests expect.
    await client.send(`MOVE X${-before!.x} Y${-before!.y}`);
    await client.send('ZERO');
    await page.getByRole('button', { name: 'Resume', exact: true }).click();
    await page.getByText('Ready', { exact: true }).waitFor();
    await expect.poll(() => page.getByRole('heading', { name: 'Put the red pen in.' }).count()).toBe(0);
  });

  it('has a menu that follows changes of the queue while the menu is open', async () => {
    const { client } = quick();
    const page = await opened();
    await page.getByText('Connected', { exact: true }).waitFor();
    await client.send('SPEED 200');
    const { id } = await client.queueJob({ script: longDrawing(), name: 'Slow' });
    const [upper] = [
      await client.queueJob({ script: uprightLines(1), name: 'Upper' }),
      await client.queueJob({ script: uprightLines(1), name: 'Middle' }),
    ];
    const more = page.getByRole('button', { name: 'More for “Middle”' });
    await more.focus();
    await page.keyboard.press('Enter');
    const items = page.getByRole('menuitem');
    const show = page.getByRole('menuitem', { name: 'Show on the bed' });
    await expect.poll(() => show.evaluate((item) => item === item.ownerDocument.activeElement)).toBe(true);
    const before = await items.allTextContents();
    expect(before).not.toContain('Move down');

    await client.queueJob({ script: uprightLines(1), name: 'Lower' });
    await page.getByText('3 queued').waitFor();
    await expect.poll(() => items.allTextContents()).toEqual([...before, 'Move down', 'Move to the end']);
    await client.jobs.cancel(upper.id);
    await page.getByText('2 queued').waitFor();
    const up = page.getByRole('menuitem', { name: 'Move up' });
    await expect.poll(() => up.getAttribute('aria-disabled')).toBe('true');
    expect(await show.evaluate((item) => item === item.ownerDocument.activeElement)).toBe(true);
    await up.press('Enter');
    await page.getByRole('menuitem', { name: 'Move down' }).press('Enter');
    await expect
      .poll(async () => (await client.jobs.queue()).map(({ name }) => name))
      .toEqual(['Lower', 'Middle']);

    for (const job of await client.jobs.queue()) await client.jobs.cancel(job.id);
    await client.jobs.cancel(id);
    await page.getByText('Ready', { exact: true }).waitFor();
  });

  it('can be cancelled, repeated and removed from the list, while other jobs stay queued', async () => {
    const { client } = quick();
    const page = await opened();
    await page.getByText('Connected', { exact: true }).waitFor();
    // Slow enough that the job cannot end before it is cancelled.
    await client.send('SPEED 200');
    await client.queueJob({ script: longDrawing(), name: 'First' });
    const { speed } = await client.machine();
    await client.queueJob({ script: `SPEED ${speed}\n${uprightLines(1)}`, name: 'Second' });
    await page.getByText('1 queued').waitFor();
    await client.queueJob({ script: uprightLines(1), name: 'Third' });
    const names = (section: string) =>
      page.getByRole('region', { name: section }).getByRole('heading', { level: 3 }).allTextContents();
    const more = page.getByRole('button', { name: 'More for “Second”' });
    await more.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Move down' }).focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => names('Queue')).toEqual(['“Third”', '“Second”']);
    expect((await client.jobs.queue()).map(({ name }) => name)).toEqual(['Third', 'Second']);
    expect(await more.evaluate((button) => button === button.ownerDocument.activeElement)).toBe(true);
    await page.getByRole('button', { name: 'Cancel: “First”' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel the job' }).click();
    const second = page.getByRole('listitem').filter({ hasText: '“Second”' });
    await second.getByText('Done').waitFor();
    expect((await names('History')).slice(0, 3)).toEqual(['“Second”', '“Third”', '“First”']);
    await second.locator('.job-thumbnail path').waitFor({ state: 'attached' });
    await page.getByRole('button', { name: 'Plot again: “Second”' }).first().click();
    await expect.poll(() => second.filter({ hasText: 'Done' }).count()).toBe(2);
    await page.getByRole('button', { name: 'More for “First”' }).click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    await page.getByText('“First” was removed.').waitFor();
    expect((await client.jobs.list()).map(({ name }) => name)).not.toContain('First');
  });
});
