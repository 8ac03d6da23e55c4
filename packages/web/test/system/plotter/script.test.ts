import { describe, expect, it } from 'vitest';
import { chromiumProgram, sharedPage } from '../../support/browser.ts';
import { fileOnDisk } from '../../support/file-on-disk.ts';
import { sharedPlotter } from '../../support/plotter.ts';
import { drop, pressEscapeTwice } from './support.ts';

describe.skipIf(!chromiumProgram.run)('a script on the plotter page', () => {
  const plotter = sharedPlotter({ PLOTTER_SIM_SPEED: '0' });
  const opened = sharedPage(() => plotter().url);

  it('is checked when it is dropped, and can be plotted after its problems are fixed', async () => {
    const { client } = plotter();
    const page = await opened();
    await page.getByText('Connected', { exact: true }).waitFor();
    await drop(page, 'square.txt', '# a square\nPENUP\nMOVE X99999 Y800\nPENDOWN\nMOVE X800 Y4000\nPENUP\n');
    await page.getByText('1 command will fail').waitFor();
    const why = 'X 1250 mm, Y 10 mm is outside the limits: X -420 to 420 mm, Y -297 to 297 mm';
    expect(await page.locator('.problem-list li').textContent()).toContain(`X99999 Y800${why}`);
    await page.getByRole('img', { name: /square, not plotted yet/ }).waitFor();

    const text = page.getByLabel('Commands, one per line');
    await text.fill((await text.inputValue()).replace('99999', '800'));
    await page.getByText(/5 commands, about .*0\.0 × 40\.0 mm/).waitFor();
    await page.getByRole('button', { name: 'Plot', exact: true }).click();
    const row = page.getByRole('listitem').filter({ hasText: '“square”' });
    await row.getByText('Done').waitFor();
    const [job] = await client.jobs.list({ limit: 1 });
    expect(await client.jobs.commands(job!.id)).toBe(
      'PENUP\nMOVE X800 Y800\nPENDOWN\nMOVE X800 Y4000\nPENUP\n',
    );
    expect(await text.inputValue()).toBe('');
  });

  it('is refused with a message if it is not text or has no commands', async () => {
    const page = await opened();
    await page.getByText('Connected', { exact: true }).waitFor();
    await drop(page, 'photo.jpg', 'JFIF\u0000\u0001');
    await page.getByText('“photo.jpg” is not a text file.').waitFor();
    await drop(page, 'empty.txt', '# nothing\n');
    await page.getByText('This file has no commands.').waitFor();
    expect(await page.getByRole('button', { name: 'Plot', exact: true }).isDisabled()).toBe(true);
    // Imitates the browser's behaviour for a folder, and for a file on a removed disk.
    await page.evaluate(`{
      const { arrayBuffer } = Blob.prototype;
      Blob.prototype.arrayBuffer = async () => {
        Blob.prototype.arrayBuffer = arrayBuffer;
        throw new DOMException('', 'NotFoundError');
      };
    }`);
    await drop(page, 'folder', '');
    await page.getByText('The file can’t be read any more.').waitFor();
  });

  it('with a quarter of a million lines is sent, shown, and stopped at once', async () => {
    const { client } = plotter();
    const page = await opened();
    await page.getByText('Connected', { exact: true }).waitFor();
    const lines = ['PENUP', 'MOVE X800 Y800', 'PENDOWN'];
    for (let at = 0; at < 250_000; at++) lines.push(`MOVE X${800 + (at % 32_000)} Y${800 + (at % 22_000)}`);
    await page.setInputFiles('input[type=file]', await fileOnDisk('huge.txt', lines.join('\n')));
    await page.getByText('250,003 commands').waitFor();
    await page.getByText('This script is too large to edit here').waitFor();
    await page.getByRole('button', { name: 'Plot', exact: true }).click();
    await page.getByText('Plotting “huge”').waitFor();
    await pressEscapeTwice(page);
    await page.getByText('Stopped. The job was cancelled').waitFor();
    const [job] = await client.jobs.list({ limit: 1 });
    expect(job).toMatchObject({ name: 'huge', total: 250_003 });
  });
});
