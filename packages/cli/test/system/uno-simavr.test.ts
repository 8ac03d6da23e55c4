import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { needsProgram } from '@stationery/core/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { firmwareFile } from '../../../plotter/src/drivers/stationery/emulator/boards.ts';
import { buildFirmware, firmware } from '../../../plotter/test/support/firmware.ts';

const simavr = needsProgram('simavr', 'simavr');

describe.skipIf(!firmware.run || !simavr.run)(`the firmware of an Uno in simavr (${simavr.label})`, () => {
  it('starts', async () => {
    await buildFirmware();
    const path = firmwareFile('uno');
    const emulator = spawn(simavr.path, ['-m', 'atmega328p', '-f', '16000000', path], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const ended = once(emulator, 'exit');
    onTestFinished(async () => {
      emulator.kill('SIGKILL');
      await ended;
    });
    let said = '';
    const hear = (bytes: Buffer) => {
      said += bytes.toString('latin1');
    };
    emulator.stdout.on('data', hear);
    emulator.stderr.on('data', hear);
    await expect.poll(() => said).toContain('READY stationery-plotter');
  });
});
