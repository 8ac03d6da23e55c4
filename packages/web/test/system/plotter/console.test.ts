import { describe, expect, it } from 'vitest';
import { chromiumProgram, sharedPage } from '../../support/browser.ts';
import { longDrawing, sharedPlotter } from '../../support/plotter.ts';
import { pressEscapeTwice } from './support.ts';

describe.skipIf(!chromiumProgram.run)('the console of the plotter page, used by keyboard,', () => {
  const plotter = sharedPlotter({ PLOTTER_SIM_SPEED: '40' });
  const opened = sharedPage(() => plotter().url);

  const open = async () => {
    const page = await opened();
    await page.getByText('Connected', { exact: true }).waitFor();
    await page.getByRole('heading', { name: 'Console' }).click();
    await page.keyboard.press('c');
    const input = page.getByRole('combobox', { name: 'Command' });
    const log = page.getByRole('log');
    await expect
      .poll(() => input.evaluate((element) => element === element.ownerDocument.activeElement))
      .toBe(true);
    return { page, input, log };
  };

  it('completes commands, sends them, and shows the replies', async () => {
    const { page, input, log } = await open();
    await page.keyboard.type('pe');
    expect(await page.getByRole('option').allTextContents()).toEqual(
      ['PENUP', 'PENDOWN', 'PENHEIGHT'].map((verb) => expect.stringContaining(verb)),
    );
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Tab');
    expect(await input.inputValue()).toBe('PENDOWN');
    await page.keyboard.press('Enter');
    await log.getByText('OK PEN_DOWN').waitFor();
    await page.getByText('pen down', { exact: true }).waitFor();

    await page.keyboard.type('m');
    await page.keyboard.press('Tab');
    expect(await input.inputValue()).toBe('MOVE ');
    await page.getByText('Move in a straight line').waitFor();
    await page.keyboard.type('X800 Y1600');
    await page.keyboard.press('Enter');
    await page.getByText('X 10.0 Y 20.0 mm').waitFor();

    await page.keyboard.type('SPEED 0');
    await page.keyboard.press('Enter');
    await log.getByText(/ERR RANGE/).waitFor();
  });

  it('keeps its height, however many lines it has', async () => {
    const { page, log } = await open();
    const height = () => page.evaluate<number>('document.documentElement.scrollHeight');
    const before = await height();
    for (let index = 0; index < 30; index++) await plotter().client.send('STATUS');
    await log
      .getByText(/: STATUS$/)
      .nth(29)
      .waitFor();
    expect(await height()).toBe(before);
  });

  it('keeps a history of commands, even after a reload', async () => {
    const { page, input, log } = await open();
    for (const line of ['VERSION', 'PENUP']) {
      await page.keyboard.type(line);
      await page.keyboard.press('Enter');
      await log.getByText(line === 'PENUP' ? 'OK PEN_UP' : 'OK VERSION').waitFor();
    }
    await page.reload();
    await page.getByText('Connected', { exact: true }).waitFor();
    await input.focus();
    await page.keyboard.press('ArrowUp');
    expect(await input.inputValue()).toBe('PENUP');
    await page.keyboard.press('ArrowUp');
    expect(await input.inputValue()).toBe('VERSION');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    expect(await input.inputValue()).toBe('');
    // Tab leaves the field if no command can be completed.
    await page.keyboard.press('Tab');
    expect(await input.evaluate((element) => element === element.ownerDocument.activeElement)).toBe(false);
  });

  it('explains why it refuses commands during a job, and can stop the job', async () => {
    const { page, log } = await open();
    const { client } = plotter();
    const { id } = await client.queueJob({ script: longDrawing(), name: 'Lines' });
    await page.getByText('Plotting “Lines”').waitFor();
    await page.keyboard.type('HOME');
    await page.keyboard.press('Enter');
    await log.getByText(/Not sent: Job \d+ is running\./).waitFor();
    await pressEscapeTwice(page);
    await page.getByText('Stopped. The job was cancelled').waitFor();
    expect((await client.jobs.get(id)).state).toMatchObject({
      state: 'cancelled',
      reason: 'Stopped by a user.',
    });
  });
});
