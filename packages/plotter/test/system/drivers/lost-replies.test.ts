import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { temporaryFolder } from '@stationery/core/testing';
import { describe, expect, it } from 'vitest';
import { families } from '../../../src/drivers/families.ts';
import { lossyLine, zigzag } from '../../drivers/lossy-line.ts';
import { startPlotterProgram } from '../../support/plotter-program.ts';

// Machines with several commands in flight, so that several fail at once.
describe.each(['grbl', 'ebb', 'marlin'] as const)(
  'a service of %s that lost one second of replies',
  (name) => {
    it('exits with 0 on SIGTERM even though its job continues after errors', async () => {
      const kind = families[name];
      const line = await lossyLine({ kind }, 5);
      const service = await startPlotterProgram({
        PLOTTER_DATA_DIR: join(await temporaryFolder(), 'data'),
        PLOTTER_SERIAL_PATH: line.path,
        PLOTTER_DRIVER: name,
      });
      const linkState = async () => (await service.get<{ link: { state: string } }>('/status')).link.state;
      await expect.poll(linkState).toBe('ready');
      Object.assign(line, { pass: 8, drop: Number.POSITIVE_INFINITY });
      const id = await service.begin(zigzag(kind), { stopOnError: false, timeoutMs: 2_000 });
      await expect.poll(() => line.dropped).toBeGreaterThan(0);
      const hasFailed = async () => (await service.job(id)).failed > 0;
      await after(1_000);
      line.drop = 0;
      await expect.poll(hasFailed).toBe(true);
      service.kill('SIGTERM');
      expect(await service.exit).toEqual({ code: 0, signal: null });
    });
  },
);
