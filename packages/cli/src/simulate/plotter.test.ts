import { lstat, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BytePort, openSerialPort, openTcpPort } from '@stationery/core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type InProcess, startInProcess } from '../../test/support/in-process.ts';

let folder: string;
let pty: string;
let stop: AbortController;
let ended: Promise<number> | undefined;
let said: InProcess;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'simulate-'));
  pty = join(folder, 'plotter');
  stop = new AbortController();
  ended = undefined;
});

afterEach(async () => {
  stop.abort();
  await ended;
  await rm(folder, { recursive: true });
});

function run(...args: string[]): Promise<number> {
  said = startInProcess(['simulate', 'plotter', ...args], { signal: stop.signal });
  ended = said.ended;
  return ended;
}

const says = (text: string) => expect.poll(() => said.stdout).toContain(text);

async function tell(line: string, answer: string): Promise<void> {
  said.stdout = '';
  said.stdin.write(`${line}\n`);
  await says(answer);
  expect(said.stdout.trim().split('\n')).toHaveLength(1);
}

/** Sends lines and waits for the reply to the last one. */
async function ask(port: BytePort, lines: string, lastAnswer: string): Promise<void> {
  let heard = '';
  const unsubscribe = port.onBytes((bytes) => {
    heard += Buffer.from(bytes).toString();
  });
  await port.write(Buffer.from(lines));
  await expect.poll(() => heard).toContain(lastAnswer);
  unsubscribe();
}

describe('stationery simulate plotter', () => {
  it('prints its help', async () => {
    expect(await run('--help')).toBe(0);
    expect(said.stdout).toContain('stationery simulate plotter --tcp 7000');
  });

  it.each([
    [[], '--pty <path> or --tcp <port>'],
    [['--driver', 'hpgl', '--pty', '/tmp/x'], 'Drivers: stationery'],
    [['--firmware', 'mega', '--pty', '/tmp/x'], 'Boards: '],
    [['--firmware', 'uno', '--driver', 'grbl', '--pty', '/tmp/x'], '--driver or --firmware'],
    [['--pty', '/tmp/x', '--tcp', '7000'], '--pty <path> or --tcp <port>'],
    [['--tcp', '70000'], 'must be a port'],
    [['--tcp', '7000', '--speed-factor', 'fast'], 'must be a number'],
    [['--nonsense'], 'nonsense'],
  ])('refuses %j', async (args, reason) => {
    expect(await run(...args)).toBe(2);
    expect(said.stderr).toContain(reason);
  });

  it('reports why the port cannot be created', async () => {
    expect(await run('--pty', folder)).toBe(1);
    expect(said.stderr).toContain(folder);
  });

  it('names a port that is in use', async () => {
    const first = run('--tcp', '0');
    await says('tcp:127.0.0.1:');
    const port = /127\.0\.0\.1:(\d+)/.exec(said.stdout)![1]!;
    expect(await run('--tcp', port)).toBe(1);
    expect(said.stderr).toContain(`port ${port} is used by another program`);
    stop.abort();
    expect(await first).toBe(0);
  });
});

describe('the console of “stationery simulate plotter”', () => {
  beforeEach(async () => {
    void run('--pty', pty, '--speed-factor', '0');
    await says(pty);
    // The board takes a second of real time to start; earlier commands are lost.
    await expect.poll(() => askStatus()).toContain('Idle');
  });

  async function askStatus(): Promise<string> {
    said.stdout = '';
    said.stdin.write('status\n');
    await says('.\n');
    return said.stdout;
  }

  it('shows and saves the drawing', async () => {
    const port = await openSerialPort(pty, 115_200);
    await ask(port, 'PENDOWN\nMOVE X800 Y80\nPENUP\n', 'OK PEN_UP');
    await tell('status', 'Idle at X800 Y80, pen up, 8000 steps/s, 1 stroke drawn, plugged in.');
    const file = join(folder, 'my drawing.svg');
    await tell(`drawing ${file}`, `Saved the drawing (1 stroke) to ${file}.`);
    expect(await readFile(file, 'utf8')).toContain('<path d="M0 0l800 80"/>');
    await tell('clear', 'A new sheet');
    await tell('status', '0 strokes');
    await tell('drawing /no/such/folder/x.svg', 'ENOENT');
    await port.close();
  });

  it('unplugs and replugs the plotter', async () => {
    const port = await openSerialPort(pty, 115_200);
    const closed = new Promise((resolve) => port.onClose(resolve));
    await ask(port, 'MOVE X5 Y6\n', 'OK MOVE');
    await tell('unplug', 'Unplugged');
    await closed;
    await expect(lstat(pty)).rejects.toThrow('ENOENT');
    await tell('status', 'unplugged');
    await tell('replug', `Plugged in again, at ${pty}`);
    const again = await openSerialPort(pty, 115_200);
    await ask(again, 'STATUS\n', 'POS X5 Y6');
    await again.close();
  });

  it('answers each command with one line, and explains mistakes', async () => {
    await tell('fault silence on', 'silence is on');
    await tell('faults', 'silence (on)');
    await tell('fault silence off', 'silence is off');
    await tell('fault drop-reply once', 'once');
    await tell('fault silence', 'on, off or once');
    await tell('fault hiccup on', 'duplicate-reply');
    await tell('drawing', 'drawing out.svg');
    await tell('replug', 'Already plugged in');
    await tell('carry 0', 'carry 0 0');
    await tell('carry 10 -20', 'X10 Y-20');
    await tell('press-reset', 'was reset');
    await tell('door open', 'no door');
    await tell('dance', 'no command “dance”');
    await tell('help', 'press-reset');
  });

  it('ends with quit and removes the port', async () => {
    said.stdin.write('quit\n');
    expect(await ended).toBe(0);
    await expect(lstat(pty)).rejects.toThrow('ENOENT');
  });
});

it.each([
  ['grbl', '\n', 'Grbl 1.1h'],
  ['ebb', 'V\r', 'EB Firmware Version'],
  ['pico', 'PENUP\n', 'OK'],
])('simulate plotter simulates a machine of the driver %s', async (driver, question, answer) => {
  void run('--driver', driver, '--pty', pty, '--speed-factor', '0');
  await says('The simulated plotter is at');
  const port = await openSerialPort(pty, 115_200);
  await ask(port, question, answer);
  await tell('status', 'pen up');
  await tell('carry 0 0', driver === 'pico' ? '' : 'manually');
  await tell('door ajar', driver === 'grbl' ? 'door open' : 'no door');
  await tell('door open', driver === 'grbl' ? 'The door is open.' : 'no door');
  await port.close();
});

it('simulate plotter listens on a TCP port and writes the drawing at the end', async () => {
  const file = join(folder, 'out.svg');
  void run('--tcp', '0', '--speed-factor', '0', '--drawing', file);
  await says('tcp:127.0.0.1:');
  const port = await openTcpPort('127.0.0.1', Number(/127\.0\.0\.1:(\d+)/.exec(said.stdout)![1]));
  await expect.poll(() => hears(port)).toContain('OK SYNC_1');
  await ask(port, 'PENDOWN\nMOVE X80 Y0\nPENUP\n', 'OK PEN_UP');
  said.stdin.end();
  stop.abort();
  expect(await ended).toBe(0);
  expect(said.stdout).toContain(`Saved the drawing (1 stroke) to ${file}.`);
  expect(await readFile(file, 'utf8')).toContain('<path d="M0 0l80 0"/>');
  await port.close();
});

/** Sends a line and waits a moment for the reply; a board that is still starting sends none. */
async function hears(port: BytePort): Promise<string> {
  let heard = '';
  const unsubscribe = port.onBytes((bytes) => {
    heard += Buffer.from(bytes).toString();
  });
  await port.write(Buffer.from('SYNC 1\n'));
  await expect
    .poll(() => heard, { timeout: 200 })
    .not.toBe('')
    .catch(() => undefined);
  unsubscribe();
  return heard;
}

it('simulate plotter reports that the drawing cannot be saved', async () => {
  const ending = run('--tcp', '0', '--drawing', join(folder, 'no', 'such', 'folder.svg'));
  await says('tcp:');
  stop.abort();
  expect(await ending).toBe(1);
  expect(said.stderr).toContain('can’t save the drawing');
});
