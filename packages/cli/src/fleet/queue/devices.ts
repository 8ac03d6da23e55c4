import type { BoardDevice } from '@stationery/client/board';
import { fleetProtocol } from '@stationery/contract/fleet';
import { defineCommand } from '../../command-line/command.ts';
import { plain } from '../../terminal/words.ts';

export const devices = defineCommand({
  summary: 'List the devices of a fleet',
  service: 'board',
  examples: ['stationery fleet devices', 'stationery fleet devices --json'],
  async run({ out, signal, ...context }) {
    const found = await (await context.board()).devices({ signal });
    const rows = found.map((device) => {
      const { name, tags } = device.state;
      return [device.id, plain(name), plain(stateWords(device)), plain(tags.join(', '))];
    });
    const ifEmpty =
      'No device has joined. Get a code with “stationery fleet enroll”, or start a plotter with FLEET_URL set.';
    out.result({ devices: found }, () => out.table(['ID', 'NAME', 'STATE', 'TAGS'], rows, ifEmpty));
  },
});

function stateWords({ isOnline, state: { plotter, protocol } }: BoardDevice): string {
  if (!isOnline) return 'Offline';
  if (protocol !== fleetProtocol) return `Other version of the protocol (${protocol})`;
  if (plotter === undefined) return 'Online';
  if (plotter.needsPen !== null) return `Needs pen ${plotter.needsPen}`;
  if (plotter.job !== null) return `Plotting, ${Math.floor(plotter.job.progress * 100)} %`;
  return plotter.isFree ? 'Ready' : (plotter.whyNotFree?.reason ?? 'Busy');
}
