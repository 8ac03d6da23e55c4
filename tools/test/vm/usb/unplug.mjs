// Inside the machine: tests the plotter service on a USB serial port that is unplugged.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { closeSync, existsSync, openSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../../../lib/until.mjs';
import { runSteps } from '../guest/steps.mjs';
import { Board } from './board.mjs';
import { plug, unplug } from './gadget.mjs';
import { get, isOpen, post, startPlotter } from './service.mjs';
import { squareCommands, squares } from './squares.mjs';

const plotter = { serialNumber: 'STATIONERY-1' };
const stranger = { serialNumber: 'SOMETHING-ELSE' };

const board = new Board();
let service;
let job;

const linkIs = (state) =>
  until(`the link is ${state}`, async () => (await get('/status')).link.state === state);
const jobState = async () => (await get(`/jobs/${job}`)).state.state;
const lostAfterMs = async () => {
  await until('isOpen is false', async () => !(await isOpen()));
  return `noticed within ${until.tookMs} ms`;
};
/** Queries that move nothing: identity, synchronisation and position. */
const isQuestion = (line) => /^(SYNC \d+|STATUS|VERSION)$/.test(line);
/** Matches an echo. The kernel echoes the board's output until the open port is configured. */
const echo = /^D(O(N(E( \d*( [0-9A-F]{0,4})?)?)?)?)?/;
/**
 * Returns the lines that the service sent, without queries. An echo may be cut off; the next line of the
 * service then follows it on the same line.
 */
const sentByItself = () =>
  board.heard.map((line) => line.replace(echo, '')).filter((line) => line !== '' && !isQuestion(line));
/** Waits longer than the slowest retry. */
const aWhile = () => sleep(6_000);

await runSteps({
  'a USB serial port appears, and udev has processed it': async () => {
    await board.powerOn();
    void board.speak();
    await plug(plotter);
    await until('/dev/ttyACM0', () => existsSync('/dev/ttyACM0'));
    execFileSync('udevadm', ['settle']);
  },
  'the service opens the port': async () => {
    service = startPlotter('/dev/ttyACM0');
    await until('the service runs', service.isUp);
    await until('isOpen', isOpen);
    await linkIs('ready');
    const { plotter: health } = await get('/health');
    assert.deepEqual(health, { portPath: '/dev/ttyACM0', baudRate: 115_200, isOpen: true });
  },
  'the service lists the port with vendor, product and serial number': async () => {
    const { ports } = await get('/ports');
    const listed = ports.find(({ path }) => path === '/dev/ttyACM0');
    assert.deepEqual(
      [listed?.vendorId, listed?.productId, listed?.serialNumber],
      ['1209', '0001', plotter.serialNumber],
    );
  },
  'the board is identified by its reply, and was sent only queries': async () => {
    assert.match((await get('/status')).firmware, /^stationery-plotter \d/);
    assert.deepEqual(sentByItself(), []);
  },
  'a command is answered': async () => {
    const answer = await post('/command', { command: 'PENUP' });
    assert.equal(answer.status, 200);
    assert.equal(answer.data.terminalLine, 'OK PEN_UP');
    assert.equal(sentByItself().at(-1), 'PENUP');
  },
  'a job runs': async () => {
    const answer = await post('/job', { commands: squareCommands }, { prefer: 'respond-async' });
    assert.equal(answer.status, 202);
    job = answer.data.id;
    await until('the second square', () => board.heard.filter((line) => line === 'PENDOWN').length === 2);
    await until('a line is under way', () => {
      const { activity } = board.plotter.status();
      return activity.state === 'busy' && activity.command.startsWith('MOVE');
    });
    // Drop the reply: unplugging takes seconds on a busy machine, in which the line would otherwise be acknowledged.
    board.plotter.setFault('drop-reply', true);
    assert.equal(await jobState(), 'running');
  },
  'a board that is unplugged in the middle of a line is noticed without a write': async () => {
    await unplug();
    board.plotter.setFault('drop-reply', false);
    return lostAfterMs();
  },
  'the job is interrupted': async () => {
    await until('interrupted', async () => (await jobState()) === 'interrupted', { withinMs: 2_000 });
    const { state, sent, executed } = await get(`/jobs/${job}`);
    assert.deepEqual([state.unknown, state.next], [executed, executed]);
    // The machine had buffered more commands than it had executed, and continues without the cable.
    const inDoubt = squareCommands.slice(executed, sent);
    assert.ok(
      inDoubt.some((command) => command.startsWith('MOVE')),
      inDoubt.join(', '),
    );
  },
  'a command is refused with 503 and Retry-After': async () => {
    const answer = await post('/command', { command: 'PENUP' });
    assert.equal(answer.status, 503);
    assert.match(answer.headers['retry-after'] ?? '', /^\d+$/);
    assert.match(answer.headers['content-type'], /^application\/problem\+json/);
  },
  'a board that is plugged in again is reconnected automatically': async () => {
    board.heard.length = 0;
    await plug(plotter);
    await until('isOpen', isOpen);
    const { tookMs } = until;
    await linkIs('ready');
    return `after ${tookMs} ms`;
  },
  'only queries were sent automatically': async () => {
    await aWhile();
    assert.deepEqual(sentByItself(), []);
    assert.equal(await jobState(), 'interrupted');
    return board.heard.join(', ');
  },
  'the job is resumed and ends': async () => {
    assert.equal((await post(`/jobs/${job}/resume`)).status, 200);
    await until('done', async () => (await jobState()) === 'done');
    const { results } = await get(`/jobs/${job}/results`);
    assert.deepEqual(
      results.map(({ sent, ok }) => [sent, ok]),
      squareCommands.map((command) => [command, true]),
    );
  },
  'every square is on the paper': () => {
    const drawn = board.plotter
      .strokes()
      .map(({ points }) => JSON.stringify(points.map(({ x, y }) => [x, y])));
    for (const square of squares) {
      const wanted = JSON.stringify(square.map(({ x, y }) => [x, y]));
      assert.ok(drawn.includes(wanted), `${wanted} is not among ${drawn.join(' ')}`);
    }
    return `${drawn.length} strokes for ${squares.length} squares`;
  },
  'an idle board that is unplugged is noticed without a write': async () => {
    board.heard.length = 0;
    await unplug();
    return lostAfterMs();
  },
  'another device at the same path is left alone': async () => {
    await plug(stranger);
    await until('/dev/ttyACM0', () => existsSync('/dev/ttyACM0'));
    await aWhile();
    assert.equal(await isOpen(), false);
    assert.deepEqual(board.heard, []);
    const { link } = await get('/status');
    return link.reason;
  },
  'a board at a different path is found by vendor, product and serial number': async () => {
    // Keep the old port open: it keeps its number, so the newly plugged-in device gets a different name.
    const held = openSync('/dev/ttyACM0', 'r+');
    await unplug();
    await plug(plotter);
    await until('/dev/ttyACM1', () => existsSync('/dev/ttyACM1'));
    assert.ok(!existsSync('/dev/ttyACM0'));
    await until('isOpen', isOpen);
    const { tookMs } = until;
    closeSync(held);
    assert.equal((await get('/health')).plotter.portPath, '/dev/ttyACM1');
    await linkIs('ready');
    return `after ${tookMs} ms`;
  },
  'only queries were sent at the new path': async () => {
    await aWhile();
    assert.deepEqual(sentByItself(), []);
    board.heard.length = 0;
  },
  'a command is answered at the new path': async () => {
    const answer = await post('/command', { command: 'PENUP' });
    assert.equal(answer.data.terminalLine, 'OK PEN_UP');
    // Buffered motion is still on after the previous job, so it is
    // turned off: a single command must be answered when executed.
    assert.deepEqual(board.heard, ['BUFFER OFF', 'PENUP']);
  },
  'the service ends on SIGTERM': async () => {
    const ended = new Promise((resolve) => service.on('exit', resolve));
    service.kill('SIGTERM');
    assert.equal(await ended, 0);
  },
});

service?.kill('SIGKILL');
process.exit();
