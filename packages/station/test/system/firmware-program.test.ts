import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stationBundle } from '@stationery/appliance';
import { interfaceVersion, packageVersion } from '@stationery/core';
import { temporaryFolder } from '@stationery/core/testing';
import { describe, expect, it } from 'vitest';
import { Program, startStationProgram } from '../../../cli/test/support/program.ts';
import { about, testKey, tinyFiles } from '../support/tiny-station.ts';

const ownVersion = interfaceVersion(packageVersion);

const stationery = fileURLToPath(new URL('../../../cli/bin/stationery.mjs', import.meta.url));
const run = (...args: string[]) =>
  execFileSync(process.execPath, [stationery, ...args], { encoding: 'utf8' });

interface Attributes {
  fw_version: string;
  slot: string;
  state: string;
  last_update: { result: string; reason: string | null } | null;
}

describe('the launched program', () => {
  it('warns at start if it accepts unsigned bundles', async () => {
    const said = async (allowed: string) => {
      const station = await startStationProgram({
        STATION_DATA_DIR: await temporaryFolder(),
        STATION_FIRMWARE_ALLOW_UNSIGNED: allowed,
      });
      await station.printed((text) => (text.includes('Stop with Ctrl+C') ? text : undefined));
      return { printed: station.stdout, logged: station.stderr };
    };
    const taken = await said('yes');
    expect(taken.printed).toContain('Firmware      unsigned bundles are accepted: for development only');
    expect(taken.logged).toContain('unsigned firmware is accepted');
    const refused = await said('no');
    expect(refused.printed + refused.logged).not.toContain('nsigned');
  });

  it('updates itself, and rolls back faulty versions', { timeout: 240_000 }, async () => {
    const folder = await temporaryFolder();
    const bundle = join(folder, 'station.stnfw');
    run('firmware', 'keygen', '--out', join(folder, 'release'));
    run('firmware', 'build', '--version', '7.8.9', '--out', bundle);
    run('firmware', 'sign', bundle, '--key', join(folder, 'release.key'));
    expect(run('firmware', 'inspect', bundle, '--key', join(folder, 'release.pub'))).toContain('valid, by');

    // Builds are reproducible.
    const again = join(folder, 'again.stnfw');
    run('firmware', 'build', '--version', '7.8.9', '--key', join(folder, 'release.key'), '--out', again);
    expect(readFileSync(again).equals(readFileSync(bundle))).toBe(true);

    const slots = ['--firmware-slots', join(folder, 'slots'), '--trial-seconds', '20'];
    const other = testKey(folder, 'other');
    const keys = [join(folder, 'release.pub'), other.publicFile].join(',');
    // A setting of a newer version stays in the file after a rollback.
    const config = join(folder, 'config.json');
    writeFileSync(config, '{ "station": { "madeUpLater": true } }');
    const launched = new Program(['launch', ...slots, '--http-port', '0', '--https-port', '0'], {
      STATION_DATA_DIR: join(folder, 'data'),
      STATION_FIRMWARE_KEYS: keys,
      STATION_TOKEN: 'secret',
      STATIONERY_CONFIG: config,
    });
    const headers = { authorization: 'Bearer secret' };
    /** Returns the URL of the `nth` started station. */
    const address = async (nth: number) => {
      const port = await launched.printed(
        (text) => [...text.matchAll(/^ {2}http:\/\/localhost:(\d+)/gm)][nth]?.[1],
      );
      return `http://127.0.0.1:${port}/api/v1`;
    };
    const attributes = async (url: string) =>
      ((await (await fetch(`${url}/firmware`, { headers })).json()) as { data: { attributes: Attributes } })
        .data.attributes;
    const update = (url: string, file: string) =>
      execFileSync(
        'curl',
        [
          '-sS',
          '-X',
          'PATCH',
          '-H',
          'Authorization: Bearer secret',
          '-F',
          `update=@${file}`,
          `${url}/firmware`,
        ],
        { encoding: 'utf8' },
      );

    const first = await address(0);
    expect(await attributes(first)).toMatchObject({ fw_version: ownVersion, slot: 'factory' });
    expect(JSON.parse(update(first, bundle))).toMatchObject({
      data: { attributes: { fw_version: '07.08.09', state: 'installed' } },
    });

    const second = await address(1);
    await expect
      .poll(() => attributes(second))
      .toMatchObject({
        fw_version: '07.08.09',
        slot: 'a',
        state: 'idle',
        last_update: { result: 'committed', reason: null },
      });
    const settings = await (await fetch(`${second}/settings`, { headers })).json();
    expect(settings).toMatchObject({ data: { fw_version: '07.08.09' } });
    expect(update(second, bundle)).toContain('Version 7.8.9 is not newer than 7.8.9');

    const sick = join(folder, 'sick.stnfw');
    const entry = 'node_modules/tiny/bin/station.mjs';
    const files = tinyFiles('8.0.0', 'crashes');
    writeFileSync(sick, stationBundle(about('8.0.0'), { entry, files }, other.privateKey));
    update(second, sick);
    const third = await address(2);
    await expect
      .poll(() => attributes(third))
      .toMatchObject({
        fw_version: '07.08.09',
        slot: 'a',
        last_update: {
          fw_version: '08.00.00',
          result: 'rolled-back',
          reason: expect.stringContaining('ended with status 7 before it was healthy: the sky is falling'),
          cause: {
            code: 'version-exited',
            version: '8.0.0',
            status: 7,
            output: expect.stringContaining('the sky is falling'),
          },
        },
      });
    const events = await fetch(`${third}/events`, { headers });
    const reader = events.body!.getReader();
    expect(new TextDecoder().decode((await reader.read()).value)).toContain('rolled-back');
    await reader.cancel();
    expect(launched.stderr).toContain('the last update was rolled back');
    expect(launched.stderr).toContain('there is no setting “madeUpLater” in this version');

    launched.kill('SIGTERM');
    expect(await launched.exit).toEqual({ code: 0, signal: null });
  });
});
