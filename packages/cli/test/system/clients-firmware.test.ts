import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FirmwareStatus } from '@stationery/client';
import { temporaryFolder } from '@stationery/core/testing';
import { describe, expect, it } from 'vitest';
import { tinyBundle } from '../../../station/test/support/tiny-station.ts';
import { deadAddress } from '../support/dead-address.ts';
import { inProcess, jsonInProcess } from '../support/in-process.ts';
import { Program, startStationProgram } from '../support/program.ts';

async function bundle(content: Buffer): Promise<string> {
  const path = join(await temporaryFolder(), 'station.stnfw');
  writeFileSync(path, content);
  return path;
}

describe('the firmware of a station without the launcher', () => {
  it('is shown and not updated, with the reason', async () => {
    const { url } = await startStationProgram({ STATION_DATA_DIR: await temporaryFolder() });
    const at = { env: { STATION_URL: url } };
    expect(await jsonInProcess(['firmware', 'status'], at)).toMatchObject({
      slot: null,
      state: 'idle',
      installer: 'none',
      last_update: null,
    });
    expect(await inProcess(['firmware', 'status'], at)).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(
        /^version +\d\d\.\d\d\.\d\d\nslot +none: not started by “stationery launch”\nstate +no update is running\nupdates +refused: .*\nlast +none\nkeys +no key is trusted.*\n$/,
      ),
    });
    const refused = await inProcess(['firmware', 'install', await bundle(tinyBundle('7.0.0'))], at);
    expect(refused).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(
        /^stationery firmware install: This station was not started by “stationery launch”, .*\n$/,
      ),
    });
    expect(await inProcess(['firmware', 'install', 'missing.stnfw'], at)).toMatchObject({
      code: 6,
      stderr: 'stationery firmware install: there is no file “missing.stnfw”\n',
    });
  });
});

describe('the firmware of a launched station', () => {
  it('is rolled back if it is faulty, and the reason is reported', async () => {
    const folder = await temporaryFolder();
    const url = await deadAddress();
    const flags = ['--http-port', new URL(url).port, '--https-port', '0'];
    const launched = new Program(['launch', '--firmware-slots', join(folder, 'slots'), ...flags], {
      STATION_DATA_DIR: join(folder, 'data'),
      STATION_FIRMWARE_ALLOW_UNSIGNED: 'yes',
    });
    await launched.printed((text) => text.includes('Stop with') || undefined);
    const at = { env: { STATION_URL: url } };

    const sick = await inProcess(
      ['firmware', 'install', await bundle(tinyBundle('7.0.0', undefined, 'crashes'))],
      at,
    );
    expect(sick).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(
        /^07\.00\.00 did not work; the previous version was restored: .*the sky is falling.*\nThe station runs \d\d\.\d\d\.\d\d\.\n$/,
      ),
    });
    const status = await jsonInProcess<FirmwareStatus>(['firmware', 'status'], at);
    expect(status).toMatchObject({ slot: 'factory', last_update: { result: 'rolled-back' } });

    // A version that keeps running but answers no request.
    const mute = await inProcess(
      ['firmware', 'install', await bundle(tinyBundle('7.0.0')), '--timeout', '0'],
      at,
    );
    expect(mute).toMatchObject({ code: 5, stderr: expect.stringContaining('has not ended yet') });
  });
});
