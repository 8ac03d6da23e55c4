import { lstat, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSerialPort, silentLogger, systemClock } from '@stationery/core';
import { pn532Reader, tagModel, tagSerial } from '@stationery/nfc';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type InProcess, startInProcess } from '../../test/support/in-process.ts';

let folder: string;
let pty: string;
let stop: AbortController;
let said: InProcess;

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
  said = startInProcess(['simulate', 'pn532', ...args], { signal: stop.signal });
  return said.ended;
}

const says = (text: string) => expect.poll(() => said.stdout).toContain(text);

async function tell(line: string, answer: string): Promise<void> {
  said.stdout = '';
  said.stdin.write(`${line}\n`);
  await says(answer);
  expect(said.stdout.trim().split('\n')).toHaveLength(1);
}

describe('options of simulate pn532', () => {
  it('prints its help', async () => {
    expect(await run('--help')).toBe(0);
    expect(said.stdout).toContain('LIBNFC_DEVICE=pn532_uart:');
  });

  it.each([[[]], [['--pty', '']], [['--nonsense']]])('refuses %j', async (args) => {
    expect(await run(...args)).toBe(2);
    expect(said.stderr).toContain('Try: stationery simulate pn532 --help');
  });

  it('reports why the port cannot be created', async () => {
    expect(await run('--pty', join(folder, 'no', 'such', 'folder'))).toBe(1);
    expect(said.stderr).toMatch(/no\/such\/folder cannot be made.*folder first/);
  });
});

describe('console of simulate pn532', () => {
  let ended: Promise<number>;

  beforeEach(async () => {
    ended = run('--pty', pty);
    await says(pty);
  });

  it('places tags on a reader that a driver sees, and removes them', async () => {
    const openPort = () => openSerialPort(pty, 115200);
    const reader = pn532Reader({ openPort, clock: systemClock, log: silentLogger });
    await tell('put 0x04A2245A6B2C80 mifare_classic', '0x04A2245A6B2C80 (mifare_classic) is on the reader');
    await expect.poll(() => reader.present.map(tagSerial)).toEqual(['0x04A2245A6B2C80']);
    expect(reader.present.map(tagModel)).toEqual(['mifare_classic']);
    await tell('unplug', 'Unplugged');
    await expect.poll(() => reader.state.state).toBe('failed');
    await tell('replug', pty);
    await expect.poll(() => reader.present.map(tagSerial)).toEqual(['0x04A2245A6B2C80']);
    await tell('take', '0x04A2245A6B2C80 was taken');
    await expect.poll(() => reader.present).toEqual([]);
    await reader.close();
  });

  it('answers each command with one line, and explains mistakes', async () => {
    await tell('take', 'The reader is empty');
    await tell('put 04A2', '0x04A2245A6B2C80');
    await tell('put 0x07460D6D ultralight', 'mifare_classic');
    await tell('fault silence on', 'silence is on');
    await tell('faults', 'silence (on)');
    await tell('fault silence off', 'silence is off');
    await tell('fault silence', 'on or off');
    await tell('fault hiccup on', 'silent-without-tag');
    await tell('replug', 'Already plugged in');
    await tell('dance', 'no command “dance”');
    await tell('help', 'put 0x04A2245A6B2C80');
  });

  it('ends with quit and removes the port', async () => {
    said.stdin.write('quit\n');
    expect(await ended).toBe(0);
    await expect(lstat(pty)).rejects.toThrow('ENOENT');
  });

  it('keeps running at the end of its input', async () => {
    said.stdin.end('put 0x07460D6D\n');
    await says('is on the reader');
    expect((await lstat(pty)).isSymbolicLink()).toBe(true);
    stop.abort();
    expect(await ended).toBe(0);
    await expect(lstat(pty)).rejects.toThrow('ENOENT');
  });
});
