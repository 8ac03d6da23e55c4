import { defineCommand } from '../command.ts';
import { exitCodes } from '../exit-codes.ts';
import { writeStatus } from './firmware-words.ts';

export const status = defineCommand({
  summary: 'Show which version a station runs, and what became of its last update',
  service: 'station',
  examples: ['stationery firmware status', 'stationery firmware status --station kitchen.local --json'],
  async run({ out, signal, ...context }) {
    const firmware = await (await context.station()).firmware({ signal });
    out.result(firmware, () => writeStatus(out, firmware));
    return exitCodes.good;
  },
});
