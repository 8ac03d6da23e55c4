import { describe, expect, it } from 'vitest';
import { chromiumProgram, sharedBrowser } from '../support/browser.ts';
import { fileOnDisk } from '../support/file-on-disk.ts';
import { sharedPlotter } from '../support/plotter.ts';
import { drop, pressEscapeTwice } from './support.ts';

describe.skipIf(!chromiumProgram.run)('a script given to the plotter page', () => {
  const browser = sharedBrowser();
  const plotter = sharedPlotter({ PLOTTER_SIM_SPEED: '0' });

  it('is looked over when it is dropped: what will fail is said, and mended it is plotted', async () => {
    const { url, client } = plotter();
    const page = await browser.open(url);
    await page.getByText('Connected', { exact: true }).waitFor();
    await drop(page, 'square.txt', '# a square\nPENUP\nMOVE X99999 Y800\nPENDOWN\nMOVE X800 Y4000\nPENUP\n');
    await page.getByText('One command will fail').waitFor();
    const why = 'X 1250.0, Y 10.0 mm is outside of the machine: X -420.0 to 420.0, Y -297.0 to 297.0 mm.';
    expect(await page.locator('.problem-list li').textContent()).toContain(`X99999 Y800${why}`);
    await page.getByRole('img', { name: /square, not drawn yet/ }).waitFor();

    const text = page.getByLabel('Commands, one a line');
    await text.fill((await text.inputValue()).replace('99999', '800'));
    await page.getByText(/5 commands, about .*0\.0 × 40\.0 mm/).waitFor();
    await page.getByRole('button', { name: 'Plot it', exact: true }).click();
    const row = page.getByRole('listitem').filter({ hasText: '“square”' });
    await row.getByText('Done').waitFor();
    const [job] = await client.jobs.list({ limit: 1 });
    expect(await client.jobs.commands(job!.id)).toBe(
      'PENUP\nMOVE X800 Y800\nPENDOWN\nMOVE X800 Y4000\nPENUP\n',
    );
    expect(await text.inputValue()).toBe('');
  });

  it('that is no text, or has no commands, is refused in words', async () => {
    const page = await browser.open(plotter().url);
    await page.getByText('Live').waitFor();
    await drop(page, 'photo.jpg', 'JFIF\u0000\u0001');
    await page.getByText('“photo.jpg” is no text.').waitFor();
    await drop(page, 'empty.txt', '# nothing\n');
    await page.getByText('There are no commands in it.').waitFor();
    expect(await page.getByRole('button', { name: 'Plot it' }).isDisabled()).toBe(true);
  });

  it('of a quarter of a million lines is sent, shown, and stopped at once', async () => {
    const { url, client } = plotter();
    const page = await browser.open(url);
    await page.getByText('Connected', { exact: true }).waitFor();
    const lines = ['PENUP', 'MOVE X800 Y800', 'PENDOWN'];
    for (let at = 0; at < 250_000; at++) lines.push(`MOVE X${800 + (at % 32_000)} Y${800 + (at % 22_000)}`);
    await page.setInputFiles('input[type=file]', await fileOnDisk('huge.txt', lines.join('\n')));
    await page.getByText('250,003 commands').waitFor();
    await page.getByText('It is too large to be edited here').waitFor();
    await page.getByRole('button', { name: 'Plot it', exact: true }).click();
    await page.getByText('Drawing “huge”').waitFor();
    await pressEscapeTwice(page);
    await page.getByText('Stopped, and the drawing was cancelled.').waitFor();
    const [job] = await client.jobs.list({ limit: 1 });
    expect(job).toMatchObject({ name: 'huge', total: 250_003 });
  });
});
