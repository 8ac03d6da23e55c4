import { existsSync, readFileSync } from 'node:fs';
import { type Clock, memoryPortPair } from '@stationery/core';
import { describe, expect, it } from 'vitest';
import { firmwareFile } from '../../../plotter/src/drivers/stationery/emulator/boards.ts';
import { UnoChip } from '../../../plotter/src/drivers/stationery/emulator/uno-chip.ts';
import { buildFirmware, firmware } from '../../../plotter/test/support/firmware.ts';
import { flashUno, unoFlashBytes, unoPageBytes } from '../../src/flash/stk500.ts';
import { readIntelHex } from '../../src/flash/uno.ts';

/** The boot loader of an Uno, from the Debian package arduino-core-avr. */
const optiboot = '/usr/share/arduino/hardware/arduino/avr/bootloaders/optiboot/optiboot_atmega328.hex';
/** Disables timeouts, because the emulator runs in virtual time. */
const noTimeouts: Clock = { nowMs: () => 0, after: () => () => undefined, every: () => () => undefined };

describe.skipIf(!firmware.run || !existsSync(optiboot))('the boot loader of an Uno in an emulator', () => {
  it('stores the firmware and starts it', async () => {
    await buildFirmware();
    const hex = readFileSync(firmwareFile('uno'), 'utf8');
    const program = readIntelHex(hex, { maxBytes: unoFlashBytes, pageBytes: unoPageBytes });
    // Debian's build of the boot loader ends a few bytes after the end of the real chip's flash.
    const chip = new UnoChip(readFileSync(optiboot, 'latin1'), { startsAt: 0x7e00, flashBytes: 33 * 1024 });
    // The boot loader gives up after a second without a command, so advance its clock only after sending one.
    const run = (ms: number) => chip.run(chip.nanos + ms * 1e6);
    let said = '';
    const stages: string[] = [];
    await flashUno({
      async open() {
        const [host, board] = memoryPortPair();
        // The serial chip of the board resets it when the port is opened.
        chip.reset();
        run(400);
        chip.onBytes = (bytes) => {
          said += Buffer.from(bytes).toString('latin1');
          void board.write(bytes).catch(() => undefined);
        };
        board.onBytes((bytes) => {
          chip.write(bytes);
          said = '';
          let before = '';
          do {
            before = said;
            run(1);
          } while (said === '' || said !== before);
        });
        return host;
      },
      program,
      clock: noTimeouts,
      signal: new AbortController().signal,
      onProgress(step, done, total) {
        if (done === total) stages.push(step);
      },
    });
    expect(stages).toEqual(['write', 'verify']);
    expect(Buffer.compare(chip.flash.subarray(0, program.length), program)).toBe(0);
    // The program shortens the watchdog time, but the emulator notices this only when the old time is over.
    run(2_000);
    expect(said).toContain('READY stationery-plotter');
    expect(said).not.toContain('NOTE');
  });
});
