import type { BoardDevice } from '@stationery/client/board';
import { fleetProtocol } from '@stationery/contract/fleet';
import { defineCommand } from '../../command-line/command.ts';
import { exitCodes } from '../../terminal/exit-codes.ts';
import { plain } from '../../terminal/words.ts';

export const devices = defineCommand({
  summary: 'List the devices of a fleet',
  service: 'board',
  examples: ['stationery fleet devices', 'stationery fleet devices --json'],
  async run({ out, signal, ...context }) {
    const found = await (await context.board()).devices({ signal });
    out.result({ devices: found }, () => {
      if (found.length === 0)
        out.note(
          'No device has joined. Get a code with “stationery fleet enroll”, or start a plotter with FLEET_URL set.',
        );
      else
        out.table(
          ['ID', 'NAME', 'STATE', 'TAGS'],
          found.map((device) => [
            device.id,
            plain(device.state.name),
            plain(stateWords(device)),
            plain(device.state.tags.join(', ')),
          ]),
        );
    });
    return exitCodes.good;
  },
});

function stateWords({ isOnline, state: { plotter, protocol } }: BoardDevice): string {
  if (!isOnline) return 'Offline';
  if (protocol !== fleetProtocol) return `Other version of the protocol (${protocol})`;
  if (plotter === undefined) return 'Online';
  if (plotter.needsPen !== null) return `Needs pen ${plotter.needsPen}`;
  if (plotter.job !== null) return `Plotting, ${Math.floor(plotter.job.progress * 100)} %`;
  return plotter.isFree ? 'Ready' : (plotter.whyNotFree ?? 'Busy');
}
