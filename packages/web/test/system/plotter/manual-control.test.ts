import { describe, expect, it } from 'vitest';
import { chromiumProgram, sharedBrowser, sharedPage } from '../../support/browser.ts';
import { longDrawing, sharedPlotter } from '../../support/plotter.ts';
import { openConnection, openMachineSettings, showView } from './support.ts';

describe.skipIf(!chromiumProgram.run)('the plotter page (manual control, queue, machine)', () => {
  const browser = sharedBrowser();
  const plotter = sharedPlotter({ PLOTTER_SIM_SPEED: '40' });
  const opened = sharedPage(() => plotter().url);
  const place = async () => (await plotter().client.status()).position;

  const open = async () => {
    await plotter().client.send('HOME');
    const page = await opened();
    await page.getByText('X 0.0 Y 0.0 mm').waitFor();
    return page;
  };

  it('moves the pen with the jog pad or, if the pad has the focus, arrow keys; lifts, homes and sets zero', async () => {
    const page = await open();
    await page.getByRole('button', { name: 'Right, 10 mm' }).click();
    await page.getByText('X 10.0 Y 0.0 mm').waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('+');
    await page.keyboard.press('ArrowDown');
    await page.getByText('X 10.0 Y 50.0 mm').waitFor();
    await page.getByText('0.1 mm').click();
    await page.getByRole('heading', { name: 'Manual control' }).click();
    await page.keyboard.press('Shift+ArrowUp');
    await page.getByText('X 10.0 Y 49.9 mm').waitFor();

    await page.getByLabel('Commands, one per line').focus();
    await page.keyboard.press('Shift+ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.type('uh');
    expect(await page.getByLabel('Commands, one per line').inputValue()).toBe('uh');
    await page.getByLabel('Commands, one per line').fill('');
    expect(await place()).toEqual({ x: 800, y: 3992 });

    await page.getByRole('button', { name: 'Home', exact: true }).click();
    await page.getByText('X 0.0 Y 0.0 mm').waitFor();
    await page.getByText('10 mm', { exact: true }).click();
    await page.getByRole('button', { name: 'Pen down' }).click();
    await page.getByText('pen down', { exact: true }).waitFor();
    await page.keyboard.press('u');
    await expect.poll(async () => (await plotter().client.status()).pen).toBe('up');
    await page.getByRole('button', { name: 'Right, 10 mm' }).click();
    await page.getByText('X 10.0 Y 0.0 mm').waitFor();
    await page.getByRole('button', { name: 'Set origin' }).click();
    await page.getByText('X 0.0 Y 0.0 mm').waitFor();
    await page.getByRole('button', { name: 'Left, 10 mm' }).click();
    await expect.poll(place).toEqual({ x: -800, y: 0 });
    await page.keyboard.press('h');
    await expect.poll(place).toEqual({ x: 0, y: 0 });
  });

  it('explains why the pen cannot be moved during a job, and offers Stop even on a phone', async () => {
    const page = await browser.open(plotter().url, { viewport: { width: 390, height: 844 }, hasTouch: true });
    await page.getByText('Connected', { exact: true }).waitFor();
    const { client } = plotter();
    const { speed } = await client.machine();
    // Slow enough for the first move to be still running when it is cancelled and stopped.
    await client.send('SPEED 5');
    const { id } = await client.queueJob({ script: longDrawing(), name: 'Lines' });
    await showView(page, 'Control');
    await page.getByText('The plotter is busy.').waitFor();
    expect(await page.getByRole('button', { name: 'Left, 10 mm' }).isDisabled()).toBe(true);
    await openConnection(page);
    const disconnect = page.getByRole('button', { name: 'Disconnect' });
    expect(await disconnect.getAttribute('title')).toMatch(/Pause or cancel the job, then disconnect\./);
    await page.keyboard.press('Escape');
    await page.getByRole('heading', { name: 'Console' }).scrollIntoViewIfNeeded();
    const stop = page.getByRole('button', { name: 'Stop the plotter immediately' });
    expect(await stop.evaluate((element) => element.getBoundingClientRect().top)).toBeGreaterThanOrEqual(0);
    const progress = page.locator('.status-bar-more');
    await progress.getByText('left').waitFor();
    await client.jobs.cancel(id);
    await page.getByText('Cancelling “Lines”').waitFor();
    // The remaining time is hidden, because the rest will not be drawn.
    expect(await progress.textContent()).not.toContain('left');
    expect(await page.locator('.job-facts').first().textContent()).not.toContain('left');
    await stop.tap();
    await expect.poll(async () => (await client.jobs.get(id)).state.state).toBe('cancelled');
    await client.send(`SPEED ${speed}`);
  });

  it('reorders the queue by menu and by dragging, and shows the progress in the title of the tab', async () => {
    const page = await open();
    const { client } = plotter();
    const running = await client.queueJob({ script: longDrawing(), name: 'Running' });
    const others = [];
    for (const name of ['A', 'B', 'C']) others.push(await client.queueJob({ script: 'PENUP', name }));
    const rows = page.getByRole('region', { name: 'Queue' }).getByRole('listitem');
    const names = () => rows.locator('.job-name').allTextContents();
    await expect.poll(names).toEqual(['“A”', '“B”', '“C”']);
    await expect.poll(() => page.title()).toMatch(/^\d+ % · /);

    await page.getByRole('button', { name: 'More for “C”' }).click();
    await page.getByRole('menuitem', { name: 'Move to the front' }).click();
    await expect.poll(names).toEqual(['“C”', '“A”', '“B”']);
    await rows.nth(0).dragTo(rows.nth(1));
    await expect.poll(names).toEqual(['“A”', '“C”', '“B”']);

    await client.jobs.pause(running.id);
    await expect.poll(() => page.title()).toMatch(/^Paused · /);
    for (const { id } of [...others, running]) await client.jobs.cancel(id);
    await expect.poll(async () => (await client.jobs.get(running.id)).state.state).toBe('cancelled');
  });

  it('checks the numbers of the machine, in mm, before they are saved', async () => {
    const page = await open();
    await openMachineSettings(page);
    await page.getByLabel('Resolution').fill('none');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Enter a number, such as 80 or 12.5.').waitFor();
    await page.getByLabel('Resolution').fill('40');
    await page.getByLabel('Name').fill('Workshop plotter');
    await page.getByLabel('Corner rounding').waitFor();
    await page.getByText('by how much a corner may be cut, so that the pen need not stop there').waitFor();
    await page.getByLabel('Right limit').fill('-500');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('This must be more than the opposite limit.').waitFor();
    await page.getByLabel('Limits', { exact: true }).uncheck();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { level: 1, name: 'Workshop plotter' }).waitFor();
    expect(await plotter().client.machine()).toMatchObject({
      name: 'Workshop plotter',
      stepsPerMm: 40,
      limits: null,
      size: { widthMm: 420, heightMm: 297 },
      speed: 4000,
    });
  });

  it('refuses moves outside the limits if so chosen, and shows what is out of reach after “Set zero”', async () => {
    const { client } = plotter();
    // A restart resets the origin that an earlier test has set.
    await client.send('RESET');
    await expect.poll(place).toEqual({ x: 0, y: 0 });
    const before = await client.machine();
    const limits = { minX: 0, maxX: 16_800, minY: 0, maxY: 11_880 };
    await client.setMachine({ ...before, stepsPerMm: 40, size: { widthMm: 420, heightMm: 297 }, limits });
    const page = await open();
    const switchTo = async (choice: string) => {
      await openMachineSettings(page);
      await page
        .getByRole('group', { name: 'Refuse moves outside the limits' })
        .getByText(choice, { exact: true })
        .click();
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Machine settings saved.').first().waitFor();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    };
    await switchTo('On');
    expect(await client.machine()).toMatchObject({ enforceLimits: true, limits });
    const outOfReach = page.getByText('The grey part of the bed is out of reach.');
    expect(await outOfReach.count()).toBe(0);
    await page.getByRole('button', { name: 'Right, 10 mm' }).click();
    await page.getByText('X 10.0 Y 0.0 mm').waitFor();
    await page.getByRole('button', { name: 'Set origin' }).click();
    // Lists only directions in which the reach ends on the sheet.
    await page.getByText('From this origin the machine reaches 410.0 mm to the right.').waitFor();
    await page.getByRole('button', { name: 'Away from you, 10 mm' }).click();
    await page
      .getByText(/X 0 mm, Y -10 mm is outside the limits/)
      .first()
      .waitFor();
    expect(await place()).toEqual({ x: 0, y: 0 });
    await switchTo('Off');
    expect(await client.machine()).toMatchObject({ enforceLimits: false });
    await page.getByRole('button', { name: 'Away from you, 10 mm' }).click();
    await expect.poll(place).toEqual({ x: 0, y: -400 });
    await client.send('HOME');
    await client.send('MOVE X-400 Y0');
    await client.send('ZERO');
    await client.setMachine(before);
  });

  it('opens the machine dialog once the machine profile has arrived', async () => {
    const page = await browser.open('about:blank');
    let answer = () => {};
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/api/plotter/machine', async (route) => {
      await answered;
      await route.continue();
    });
    await page.goto(plotter().url);
    await openMachineSettings(page);
    expect(await page.getByRole('dialog').count()).toBe(0);
    answer();
    await page.getByRole('dialog', { name: 'Machine' }).getByLabel('Resolution').waitFor();
  });

  it('connects to the chosen port but not to a missing one, and explains the simulated plotter', async () => {
    const page = await open();
    const gone = { path: '/dev/ttyACM9', manufacturer: 'Maker', inUse: false };
    await page.route('**/api/plotter/ports', async (route) => {
      const list = await (await route.fetch()).json();
      await route.fulfill({ json: { ...list, ports: [gone] } });
    });
    await openConnection(page);
    const dialog = page.getByRole('dialog', { name: 'Connection' });
    await dialog.getByText('A virtual plotter.').waitFor();
    await dialog.getByRole('heading', { name: 'Serial ports' }).waitFor();
    await dialog.getByText('Virtual plotter (in use)').waitFor();
    await dialog.getByRole('button', { name: 'Use /dev/ttyACM9' }).click();
    await page
      .getByText(/no (such )?port|no serial port|unknown port/i)
      .first()
      .waitFor();
    expect((await plotter().client.status()).portPath).toBe('sim:');
    // A port that is not listed can be typed. An unknown host is refused.
    const other = dialog.getByLabel('Other port');
    await other.fill('tcp:127.0.0.1:9');
    await other.press('Enter');
    await page.getByText(/To use a plotter on the network, start the service with this setting/).waitFor();
    await other.fill(' sim: ');
    await other.press('Enter');
    await page.getByText('Using port sim:.').waitFor();
    await page.getByText('Connected', { exact: true }).first().waitFor();

    await dialog.getByRole('button', { name: 'Disconnect' }).click();
    await page.getByText('Connect to use the plotter.').waitFor();
    await page.keyboard.press('Escape');
    expect(await page.getByRole('button', { name: 'Home', exact: true }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await page.getByText('Connected', { exact: true }).waitFor();
    await page.unroute('**/api/plotter/ports');
  });

  it('shows which plotter it is, and corrects its axes in a guided test', async () => {
    const page = await open();
    await openMachineSettings(page);
    await page.getByRole('button', { name: 'Which plotter?' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Driver: stationery').waitFor();
    // If the driver does not match the machine, the page offers to change the driver beside the connection state.
    await dialog.getByLabel('Driver').selectOption('ebb');
    await page.getByText('Needs attention').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Which plotter?' }).click();
    await dialog.getByLabel('Driver').selectOption('stationery');
    await page.locator('.toast-message', { hasText: 'Driver: stationery.' }).waitFor();
    // The same profile is saved only once.
    const other = dialog.getByRole('button', { name: /^Other/, disabled: false });
    for (let times = 0; times < 2; times++) {
      await other.click();
      await other.waitFor();
      await expect.poll(() => other.getAttribute('aria-pressed')).toBe('true');
    }
    expect(await dialog.getByText('(in use)').count()).toBe(1);
    // Changes by other clients appear at once.
    const { client } = plotter();
    const profile = await client.machine();
    await client.setMachine({ ...profile, name: 'Garage', penHeights: { up: 60, down: 40 } });
    await page.getByRole('heading', { name: 'Garage' }).waitFor();
    await dialog.getByRole('button', { name: 'Start test' }).click();
    for (const question of ['Is the pen up?', 'Does the pen touch the paper?']) {
      await dialog.getByText(question).waitFor();
      await dialog.getByRole('button', { name: 'Yes' }).click();
    }
    await dialog.getByText('10 mm to the right?').waitFor();
    await dialog.getByRole('button', { name: 'It went left' }).click();
    await expect
      .poll(async () => (await plotter().client.machine()).axes)
      .toEqual({ swap: false, mirrorX: true, mirrorY: false });
    await dialog.getByRole('button', { name: 'Yes' }).click();
    await dialog.getByText('10 mm towards you?').waitFor();
    await dialog.getByRole('button', { name: 'Yes' }).click();
    await page.getByText('The plotter is set up.').waitFor();
    await dialog.locator('.dialog-actions').getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Pen heights …' }).click();
    await dialog.getByRole('button', { name: 'Pen down: lower' }).click();
    await dialog.getByText('39.00').waitFor();
    await page.getByText('pen down', { exact: true }).waitFor();
    // The pen follows the slider while it is dragged. The height is saved when the drag ends.
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/command')) sent.push(request.postDataJSON().command);
    });
    const slider = dialog.getByRole('slider', { name: 'Height: Pen up' });
    const { x, y, width, height } = (await slider.boundingBox())!;
    await page.mouse.move(x + width / 4, y + height / 2);
    await page.mouse.down();
    for (let step = 1; step <= 20; step++) await page.mouse.move(x + width / 4 + step, y + height / 2);
    await expect.poll(() => sent[1]).toBe('PENDOWN');
    expect(sent[0]).toMatch(/^PENHEIGHT /);
    expect((await client.machine()).penHeights?.up).toBe(60);
    await page.mouse.up();
    await expect.poll(async () => (await client.machine()).penHeights?.up).not.toBe(60);
    await expect.poll(() => sent.slice(-2)).toEqual(['PENHEIGHT 39', 'PENUP']);
    await slider.focus();
    await slider.evaluate((element) => {
      Object.assign(element, { value: '20' });
      for (const type of ['input', 'change']) element.dispatchEvent(new Event(type, { bubbles: true }));
    });
    await expect.poll(async () => (await client.machine()).penHeights?.up).toBe(60);
    await page.keyboard.press('Escape');
    // The form of the machine keeps unchanged values.
    await openMachineSettings(page);
    await page.getByLabel('Pen-up speed').fill('150');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Machine settings saved.').waitFor();
    expect(await client.machine()).toMatchObject({
      axes: { mirrorX: true },
      driver: 'stationery',
      penHeights: { up: 60, down: 39 },
      penUpSpeed: 150 * profile.stepsPerMm,
    });
  });
});
