import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createPlotterClient, createStationClient } from '@stationery/client';
import { temporaryFolder } from '@stationery/core/testing';
import { describe, expect, it } from 'vitest';
import { architectures, isThis } from '../../../../tools/release/package/architectures.mjs';
import { ensureNode } from '../../../../tools/release/package/node-runtime.mjs';
import { Program } from '../support/program.ts';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const stationery = join(root, 'packages/cli/bin/stationery.mjs');
const here = Object.values(architectures).find(isThis);

/** Tests the newer Node versions with long-term support; all other tests run on the oldest. */
describe.skipIf(here?.runtime === undefined)('both services on a different version of Node', () => {
  it.for(['22.23.3', '24.21.0'])(
    '%s start, answer, take a file and run a job',
    {
      timeout: 300_000,
    },
    async (version, { skip }) => {
      const program = nodeOf(version) ?? skip('it cannot be downloaded here');
      const folder = await temporaryFolder();
      const services = new Program(
        ['up'],
        {
          STATION_DATA_DIR: join(folder, 'station'),
          STATION_CARD_DIR: folder,
          STATION_HTTP_PORT: '0',
          STATION_HTTPS_PORT: '0',
          PLOTTER_DATA_DIR: join(folder, 'plotter'),
          PLOTTER_HTTP_PORT: '0',
        },
        { program: [program, stationery] },
      );
      await services.printed((text) => text.includes('Stop with Ctrl+C') || undefined);
      const [station = '', plotter = ''] =
        services.stdout.match(/http:\/\/localhost:\d+/g)?.filter(isFirst) ?? [];

      const stationClient = createStationClient({ baseUrl: station });
      await stationClient.upload(new Blob([new Uint8Array(300_000)]), { filename: 'song.mp3' });
      expect(existsSync(join(folder, 'song.mp3'))).toBe(true);
      expect((await stationClient.settings()).fw_version).toMatch(/^\d\d\.\d\d\.\d\d$/);

      const plotterClient = createPlotterClient({ baseUrl: plotter });
      const commands = ['PENUP', 'MOVE X80 Y80', 'PENDOWN', 'PENUP'];
      expect(await plotterClient.runJob({ commands })).toMatchObject({ ok: true });

      services.kill('SIGTERM');
      expect(await services.exit, services.stderr).toEqual({ code: 0, signal: null });
      expect(services.stderr).not.toMatch(/Warning/);
    },
  );
});

const isFirst = (url: string, index: number, urls: string[]) => urls.indexOf(url) === index;

/**
 * Returns the path of a Node with this version; undefined if it is missing. On a build server it is required,
 * because a skipped test would go unnoticed there.
 */
function nodeOf(version: string): string | undefined {
  try {
    return here === undefined ? undefined : ensureNode(here, version).program;
  } catch (error) {
    if (process.env.CI === 'true') throw error;
    return undefined;
  }
}
