import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createPlotterClient } from '@stationery/client';
import { openPtyHost, silentLogger, systemClock } from '@stationery/core';
import { temporaryFolder, unusedPort } from '@stationery/core/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startPlotterAgent } from '../../../fleet/src/agent/index.ts';
import { familyList } from '../../../plotter/src/drivers/families.ts';
import { VirtualPlotter } from '../../../plotter/src/index.ts';
import { alwaysOk } from '../../../plotter/test/support/scripted-device.ts';
import { svgOf } from '../../../plotter/test/support/svg-drawings.ts';
import {
  startScripted,
  startSimulated,
  startTestPlotter,
} from '../../../plotter/test/support/test-plotter.ts';
import { runBootLoader } from '../support/boot-loader.ts';
import { inProcess, jsonInProcess } from '../support/in-process.ts';
import { clientAtTerminal } from '../support/terminal.ts';

it('stationery plot fleet takes the plotter out of the queue, and shows its paper and pens', async () => {
  const plotter = await startTestPlotter();
  const at = { env: { PLOTTER_URL: plotter.url } };
  const run = (...line: string[]) => inProcess(['plot', 'fleet', ...line], at);
  expect((await run()).stderr).toContain('not part of a fleet');
  expect(await run('--in-queue', 'no')).toMatchObject({ code: 4 });
  // The agent works without a NATS server here.
  const agent = await startPlotterAgent({
    config: { server: `127.0.0.1:${await unusedPort()}`, isTls: false, tags: [] },
    dataDir: plotter.folder,
    plotter: plotter.access,
    fleetAgent: plotter.fleetAgent,
    version: '0.0.0',
    page: null,
    clock: systemClock,
    log: silentLogger,
  });
  onTestFinished(() => agent.stop());
  agent.changeMembership({ needsPaper: true });
  expect((await run()).stdout).toBe(
    'Takes jobs of the fleet: yes\nNeeds a new sheet of paper: use --new-sheet when it is in.\nPaper: none\nPens: none\nConnection to the fleet: connecting\n',
  );
  expect(await run('--in-queue', 'maybe')).toMatchObject({ code: 2 });
  expect((await run('--in-queue', 'no')).stdout).toContain('Takes jobs of the fleet: no\n');
  await run('--new-sheet', '--paper', 'a3', '--pens', 'black, red');
  expect(agent.membership()).toMatchObject({
    inQueue: false,
    needsPaper: false,
    paper: 'a3',
    pens: ['black', 'red'],
  });
  const back = await jsonInProcess(
    ['plot', 'fleet', '--in-queue', 'yes', '--paper', 'none', '--pens', 'none'],
    at,
  );
  expect(back).toMatchObject({ inQueue: true, paper: null, pens: [] });
});

it('stationery plot pens lists the distance that each pen has drawn, and resets it for a new pen', async () => {
  const plotter = await startTestPlotter();
  const { url, folder } = plotter;
  const at = { env: { PLOTTER_URL: url } };
  await expect.poll(async () => (await plotter.status()).link.state).toBe('ready');
  const pen = { name: 'Ink', colour: '#000000', widthMm: 0.3, refillM: 100, dip: '5x5' };
  const path = join(folder, 'pens.json');
  await writeFile(path, JSON.stringify({ pens: [pen] }));
  await inProcess(['plot', 'pens', '--import', path], at);
  await writeFile(join(folder, 'line.svg'), svgOf('<path d="M10 10H60" stroke="#000"/>'));
  const plot = ['plot', join(folder, 'line.svg'), '--pens', 'palette'];
  expect(await inProcess(plot, at)).toMatchObject({ code: 0 });
  expect((await inProcess(['plot', 'pens'], at)).stdout).toMatch(
    /Ink +#000000 +0\.3 mm +100 m +5x5 +0\.1 m\n/,
  );
  const renewed = await jsonInProcess(['plot', 'pens', '--replaced', 'Ink'], at);
  expect(renewed).toEqual({ pens: [pen], drawn: [] });
  expect(await inProcess(['plot', 'pens', '--replaced', 'Ink', '--export', '-'], at)).toMatchObject({
    code: 2,
  });
});

describe('stationery plot setup', () => {
  it('lists presets, uses one without a terminal, and keeps several profiles', async () => {
    const { url } = await startTestPlotter();
    const at = { env: { PLOTTER_URL: url } };
    expect((await inProcess(['plot', 'setup', '--list'], at)).stdout).toMatch(/axidraw-v3 +ebb +AxiDraw V3/);
    const unasked = await inProcess(['plot', 'setup'], at);
    expect(unasked).toMatchObject({ code: 2, stderr: expect.stringContaining('use --preset') });
    const wrong = await inProcess(['plot', 'setup', '--preset', 'axidraw-v4'], at);
    expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining('axidraw-v3') });
    const used = ['plot', 'setup', '--preset', 'other', '--name', 'Workshop'];
    expect(await jsonInProcess(used, at)).toMatchObject({ name: 'Workshop', driver: 'stationery' });
    const set = ['--save-as', 'Fine pen', '--set', 'penHeights.up=70', '--set', 'axes.swap=on'];
    const parked = ['--set', 'parkAt.yMm=250', '--json'];
    expect(await jsonInProcess(['plot', 'machine', ...set, ...parked], at)).toMatchObject({
      name: 'Fine pen',
      penHeights: { up: 70, down: 0 },
      parkAt: { xMm: 0, yMm: 250 },
      axes: { swap: true, mirrorX: false, mirrorY: false },
    });
    // Choosing the same preset again uses the existing profile.
    await jsonInProcess(used, at);
    expect((await inProcess(['plot', 'machine', '--list'], at)).stdout).toMatch(
      /\* {2}Workshop +stationery\n +Fine pen +stationery\n/,
    );
    expect((await inProcess(['plot', 'machine', '--use', 'Fine pen'], at)).stdout).toContain('Fine pen');
    expect((await inProcess(['plot', 'machine', '--remove', 'Fine pen'], at)).stderr).toContain('in use');
    expect((await inProcess(['plot', 'machine', '--remove', 'Thick'], at)).code).toBe(6);
    const left = await jsonInProcess(['plot', 'machine', '--remove', 'Workshop'], at);
    expect(left).toMatchObject({ machines: [{ name: 'Fine pen', inUse: true }] });
  });

  it('uses a different port, and identifies the machine there', async () => {
    const { url } = await startTestPlotter();
    const at = { env: { PLOTTER_URL: url } };
    const absent = await inProcess(['plot', 'setup', '--port', '/dev/absent', '--detect'], at);
    expect(absent).toMatchObject({
      code: 4,
      stderr: expect.stringContaining('no serial port “/dev/absent”'),
    });
    const wrong = await inProcess(['plot', 'setup', '--port', 'sim:axidraw', '--detect'], at);
    expect(wrong).toMatchObject({ code: 4, stderr: expect.stringContaining('use sim:stationery, sim:pico') });
    expect(await inProcess(['plot', 'setup', '--port', 'sim:', '--detect'], at)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('driver stationery'),
    });
  });

  it.each([
    ['pico', 'pico'],
    ['grbl', 'grbl-servo'],
    ['ebb', 'axidraw-a3'],
  ] as const)('sets up a machine of the family %s without a test', async (driver, preset) => {
    const kind = familyList.find(({ name }) => name === driver)!;
    const { url, machine } = await startSimulated(kind);
    const at = { env: { PLOTTER_URL: url } };
    const port = ['plot', 'setup', '--port', `sim:${driver}`];
    const detected = await inProcess([...port, '--detect'], at);
    // The Pico plotter does not identify itself, so the user must.
    if (driver === 'pico')
      expect(detected).toMatchObject({ code: 1, stdout: expect.stringContaining('Not recognised') });
    else expect(detected).toMatchObject({ code: 0, stdout: expect.stringContaining(`driver ${driver}.`) });
    expect(await inProcess([...port, '--preset', preset, '--no-test'], at)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(`driver ${driver}.`),
    });
    expect((await inProcess(['plot', 'status'], at)).stdout).toContain(`driver ${driver}`);
    // Nothing moved.
    expect(machine.status().carriage).toEqual({ x: 0, y: 0 });
  });

  it("reports an unrecognised machine, and accepts the user's answer", async () => {
    const { url } = await startScripted(alwaysOk);
    const at = { env: { PLOTTER_URL: url } };
    const status = async () => (await inProcess(['plot', 'status'], at)).stdout;
    expect(await status()).toContain('not recognised: run');
    const input =
      '<svg xmlns="http://www.w3.org/2000/svg" width="9mm" height="9mm"><path d="M0 0h9" stroke="red"/></svg>';
    const draw = () => inProcess(['plot', '-', '--detach'], { ...at, input });
    const refused = expect.stringMatching(/Which plotter is this\?.*stationery plot setup/);
    expect(await draw()).toMatchObject({ code: 4, stderr: refused });
    // Even with a chosen driver, the service waits until the machine is recognised or the user names the plotter.
    expect(await inProcess(['plot', 'setup', '--driver', 'stationery'], at)).toMatchObject({ code: 0 });
    await expect.poll(status).toContain('not recognised: run');
    expect(await inProcess(['plot', 'setup', '--preset', 'other'], at)).toMatchObject({ code: 0 });
    expect(await status()).not.toContain('not recognised');
    expect(await draw()).toMatchObject({ code: 0 });
  });

  it('asks at a terminal, moves the pen, and corrects the profile', async () => {
    const { url, board } = await startTestPlotter();
    const setup = clientAtTerminal(['plot', 'setup'], { PLOTTER_URL: url });
    const answer = async (question: string, text: string) => {
      await expect.poll(() => setup.screen).toMatch(new RegExp(`${question}[^]*\\]: .{0,10}$`));
      setup.screen = '';
      setup.type(`${text}\r`);
    };
    await answer('Which plotter is this', 'Plotty');
    await answer('There is no plotter “Plotty” in the list', 'OTHER');
    await expect.poll(() => setup.screen).toContain('Start?');
    setup.type('y\r');
    await answer('Is it up', '1');
    // This machine has no pen heights that could be corrected, so the user must adjust the pen.
    await answer('touch the paper', 'more');
    await answer('to the right', '2');
    await answer('to the right', '20mm');
    await answer('to the right', '1');
    await answer('towards you', '1');
    expect(await setup.ended).toBe(0);
    expect(setup.screen).toContain('The plotter is not set up yet.');
    expect(await createPlotterClient({ baseUrl: url }).machine()).toMatchObject({
      driver: 'stationery',
      stepsPerMm: 40,
      axes: { swap: false, mirrorX: true, mirrorY: false },
    });
    // 10 mm at 80 steps/mm right and left, then 10 mm at 40 steps/mm left and towards the user.
    expect(board.status()).toMatchObject({ carriage: { x: -400, y: 400 }, pen: 'up' });
  });
});

it('stationery plot firmware continues with the setup at a terminal', async () => {
  const folder = await temporaryFolder();
  const [path, file] = [join(folder, 'board'), join(folder, 'firmware.hex')];
  const plotter = await startTestPlotter({ ports: [{ path }] });
  await writeFile(file, ':0300300002337A1E\n:00000001FF\n');
  const host = await openPtyHost(path);
  const board = new VirtualPlotter({ speedFactor: 0 });
  onTestFinished(async () => {
    await board.close();
    await host.close();
  });
  runBootLoader(host.port!, { onEnd: () => board.attach(host.port!) });
  const flash = clientAtTerminal(['plot', 'firmware', 'uno', '--at', path, '--file', file], {
    PLOTTER_URL: plotter.url,
  });
  const answer = async (question: string, text: string) => {
    await expect.poll(() => flash.screen).toContain(question);
    flash.type(`${text}\r`);
  };
  await answer('Replace the program of the Arduino Uno', 'y');
  await answer('Set the plotter up now?', 'y');
  await answer('Start?', 'n');
  expect(await flash.ended).toBe(0);
  expect(flash.screen).toContain('Saved: “Board with Stationery firmware”, driver stationery.');
  expect(await plotter.status()).toMatchObject({ portPath: path });
});
