import { createBoardStatistics } from '@stationery/client/board-statistics';
import { rangeOptions, requireDays, saveTable } from '../clients/statistics.ts';
import { defineCommand } from '../command-line/command.ts';
import { boardOptions } from '../connection/connect.ts';
import { exitCodes } from '../terminal/exit-codes.ts';
import { clockText, plain } from '../terminal/words.ts';

export const statistics = defineCommand({
  summary: 'Show how often objects were tapped at all stations, or export it',
  about: 'Days are in the time zone of the board, which keeps two years. Nothing about persons is recorded.',
  service: 'board',
  options: {
    ...rangeOptions,
    csv: {
      placeholder: '<file>',
      help: 'Export each hour, station and object as CSV to a file, or to standard output with -',
      completes: 'file',
    },
  },
  examples: ['stationery fleet statistics', 'stationery fleet statistics --from 2026-06-01 --csv summer.csv'],
  async run({ options: { from, to, csv }, out, signal, sources }) {
    requireDays({ from, to });
    const client = createBoardStatistics(boardOptions(sources('client')));
    if (csv !== undefined) {
      await saveTable(await client.csv({ signal, from, to }), csv, out.streams.stdout);
      return exitCodes.good;
    }
    const shown = await client.get({ signal, from, to });
    out.result(shown, () => {
      const rows = shown.objects.map(({ object, taps, listened }) => [
        taps,
        clockText(listened),
        object === null ? 'unknown tags' : plain(object),
      ]);
      out.table(['TAPS', 'LISTENED', 'OBJECT'], rows, 'No taps.');
      out.line(out.style('dim', `${shown.from} to ${shown.to}, ${shown.stations.length} stations`));
    });
  },
});
