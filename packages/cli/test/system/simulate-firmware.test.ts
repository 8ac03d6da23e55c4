import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { openSerialPort } from '@stationery/core';
import { needsProgram, temporaryFolder } from '@stationery/core/testing';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { startInProcess } from '../support/in-process.ts';

const compilers = [
  needsProgram('arm-none-eabi-gcc', 'gcc-arm-none-eabi'),
  needsProgram('avr-gcc', 'gcc-avr'),
];
const script = fileURLToPath(new URL('../../../../tools/firmware/build.mjs', import.meta.url));

describe.skipIf(compilers.some(({ run }) => !run))('simulate plotter --firmware', () => {
  beforeAll(() => promisify(execFile)(process.execPath, [script]));

  it.each(['pico', 'uno'])('runs the firmware of the board %s at a serial port', async (board) => {
    const path = join(await temporaryFolder(), 'plotter');
    const stop = new AbortController();
    const program = startInProcess(
      ['simulate', 'plotter', '--firmware', board, '--pty', path, '--speed-factor', '0'],
      { signal: stop.signal },
    );
    onTestFinished(async () => {
      stop.abort();
      await program.ended;
    });
    const shows = (text: string) => expect.poll(() => program.stdout).toContain(text);
    await shows('The simulated plotter is at');
    const port = await openSerialPort(path, 115_200);
    let heard = '';
    port.onBytes((bytes) => {
      heard += Buffer.from(bytes).toString();
    });
    // Ask for the version, because the banner is lost if the board sends it before the port is open.
    const asked = async () => {
      await port.write(Buffer.from('VERSION\n'));
      return heard;
    };
    await expect.poll(asked).toMatch(/stationery-plotter [\d.]+[^\n]*\nOK VERSION\n/);
    await port.write(Buffer.from('PENDOWN\nMOVE X80 Y40\nPENUP\n'));
    await expect.poll(() => heard).toContain('OK PEN_DOWN\nOK MOVE\nOK PEN_UP\n');
    program.stdin.write('status\n');
    await shows('Idle at X80 Y40, pen up, 1 stroke drawn, plugged in.');
    await port.close();
  });
});
