import { lstat, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { openSerialPort, silentLogger, systemClock } from '@stationery/core';
import { pn532Reader, tagModel, tagSerial } from '@stationery/nfc';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { simulatePn532 } from './pn532.ts';

let folder: string;
let pty: string;
let stop: AbortController;
let stdin: PassThrough;
let said: { stdout: string; stderr: string };

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'simulate-'));
  pty = join(folder, 'pn532');
  stop = new AbortController();
});

afterEach(async () => {
  stop.abort();
  await rm(folder, { recursive: true });
});

function run(...args: string[]): Promise<number> {
  stdin = new PassThrough();
  said = { stdout: '', stderr: '' };
  const stdout = new PassThrough().on('data', (text) => (said.stdout += text));
  const stderr = new PassThrough().on('data', (text) => (said.stderr += text));
  return simulatePn532(args, { stdin, stdout, stderr }, stop.signal);
}

const says = (text: string) => expect.poll(() => said.stdout).toContain(text);

async function tell(line: string, answer: string): Promise<void> {
  said.stdout = '';
  stdin.write(`${line}\n`);
  await says(answer);
  expect(said.stdout.trim().split('\n')).toHaveLength(1);
}

describe('the options', () => {
  it('explains itself', async () => {
    expect(await run('--help')).toBe(0);
    expect(said.stdout).toContain('LIBNFC_DEVICE=pn532_uart:');
  });

  it.each([[[]], [['--pty', '']], [['--nonsense']]])('%j is refused with the usage', async (args) => {
    expect(await run(...args)).toBe(2);
    expect(said.stderr).toContain('Usage:');
  });

  it('says why the port cannot be made', async () => {
    expect(await run('--pty', join(folder, 'no', 'such', 'folder'))).toBe(1);
    expect(said.stderr).toMatch(/no\/such\/folder cannot be made.*folder first/);
  });
});

describe('the commands', () => {
  let ended: Promise<number>;

  beforeEach(async () => {
    ended = run('--pty', pty);
    await says(pty);
  });

  it('put tags on a reader that a driver sees, and take them off', async () => {
    const openPort = () => openSerialPort(pty, 115200);
    const reader = pn532Reader({ openPort, clock: systemClock, log: silentLogger });
    await tell('put 0x04A2245A6B2C80 mifare_classic', '0x04A2245A6B2C80 (mifare_classic) lies on the reader');
    await expect.poll(() => reader.present.map(tagSerial), { timeout: 5000 }).toEqual(['0x04A2245A6B2C80']);
    expect(reader.present.map(tagModel)).toEqual(['mifare_classic']);
    await tell('unplug', 'gone');
    await expect.poll(() => reader.state.state).toBe('failed');
    await tell('replug', pty);
    await expect.poll(() => reader.present.map(tagSerial), { timeout: 8000 }).toEqual(['0x04A2245A6B2C80']);
    await tell('take', '0x04A2245A6B2C80 was taken');
    await expect.poll(() => reader.present, { timeout: 5000 }).toEqual([]);
    await reader.close();
  });

  it('are answered with one line each, and help with what is wrong', async () => {
    await tell('take', 'No tag');
    await tell('put 04A2', '0x04A2245A6B2C80');
    await tell('put 0x07460D6D ultralight', 'mifare_classic');
    await tell('fault silence on', 'silence is on');
    await tell('faults', 'silence (on)');
    await tell('fault silence off', 'silence is off');
    await tell('fault silence', 'on or off');
    await tell('fault hiccup on', 'silent-without-tag');
    await tell('replug', 'It is plugged in');
    await tell('dance', '“dance” is no command');
    await tell('help', 'put 0x04A2245A6B2C80');
  });

  it('end it with quit, and the port is gone', async () => {
    stdin.write('quit\n');
    expect(await ended).toBe(0);
    await expect(lstat(pty)).rejects.toThrow('ENOENT');
  });

  it('may come to an end before it does', async () => {
    stdin.end('put 0x07460D6D\n');
    await says('lies on the reader');
    expect((await lstat(pty)).isSymbolicLink()).toBe(true);
    stop.abort();
    expect(await ended).toBe(0);
    await expect(lstat(pty)).rejects.toThrow('ENOENT');
  });
});
