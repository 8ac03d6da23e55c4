import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openPtyHost, type PtyHost, systemClock } from '@stationery/core';
import { needsProgram } from '@stationery/core/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Pn532Simulator } from '../../src/testing/index.ts';

const nfcList = needsProgram('nfc-list', 'libnfc-bin');

describe.skipIf(!nfcList.run)(`the simulator with libnfc (${nfcList.label})`, () => {
  let folder: string;
  let host: PtyHost;
  let chip: Pn532Simulator;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'libnfc-'));
    host = await openPtyHost(join(folder, 'pn532'));
    chip = new Pn532Simulator({ clock: systemClock });
    chip.attach(host.port!);
  });

  afterEach(async () => {
    await host.close();
    await rm(folder, { recursive: true });
  });

  /** Returns the output of nfc-list with normalised spaces. */
  async function list(): Promise<string> {
    const env = { ...process.env, LIBNFC_DEVICE: `pn532_uart:${host.linkPath}` };
    const { stdout, stderr } = await promisify(execFile)(nfcList.path, [], { env, timeout: 30_000 });
    return `${stdout}${stderr}`.replaceAll(/\s+/g, ' ');
  }

  // Poll, because libnfc waits only milliseconds, and a busy machine may answer too late.
  const listed = () => expect.poll(list);

  it('reads a Classic 1K', async () => {
    chip.put({ uid: Uint8Array.of(0x07, 0x46, 0x0d, 0x6d), sak: 0x08 });
    await listed().toContain(
      '1 ISO14443A passive target(s) found: ISO/IEC 14443A (106 kbps) target: ATQA (SENS_RES): 00 04 UID (NFCID1): 07 46 0d 6d SAK (SEL_RES): 08',
    );
  });

  it('reads all seven bytes of an NTAG', async () => {
    chip.put({ uid: Uint8Array.of(0x04, 0xa2, 0x24, 0x5a, 0x6b, 0x2c, 0x80), sak: 0x00 });
    await listed().toContain('ATQA (SENS_RES): 00 44 UID (NFCID1): 04 a2 24 5a 6b 2c 80 SAK (SEL_RES): 00');
  });

  it('reads a DESFire with its ATS', async () => {
    chip.put({ uid: Uint8Array.of(0x04, 0x1b, 0x22, 0x33, 0x44, 0x55, 0x66), sak: 0x20, atqa: 0x0344 });
    await listed().toContain('UID (NFCID1): 04 1b 22 33 44 55 66 SAK (SEL_RES): 20 ATS: 75 77 81 02 80');
  });

  it('finds the device without a tag', async () => {
    await listed().toMatch(/^(?!.*found).*NFC device: .*opened/);
  });
});
