import { defineCommand } from '../../command-line/command.ts';
import { writeStatus } from './firmware-words.ts';

export const status = defineCommand({
  summary: 'Show the version of a station and its last update',
  service: 'station',
  examples: ['stationery firmware status', 'stationery firmware status --station kitchen.local --json'],
  async run({ out, signal, ...context }) {
    const firmware = await (await context.station()).firmware({ signal });
    out.result(firmware, () => writeStatus(out, firmware));
  },
});
