import { existsSync } from 'node:fs';
import { deviceCredentialsFile, writeCredentials } from '@stationery/fleet';
import { joinFleet } from '@stationery/fleet/enrolment';
import { readPlotterConfig } from '@stationery/plotter';
import { readStationConfig } from '@stationery/station';
import { type CommandContext, defineCommand } from '../../command-line/command.ts';
import { trustSettings } from '../../connection/client-settings.ts';
import { boardAt } from '../../connection/connect.ts';
import { exitCodes, Failure, UsageError } from '../../terminal/exit-codes.ts';

const services = ['plotter', 'station'] as const;

export const join = defineCommand({
  summary: 'Make this plotter or station a device of a fleet',
  about: `Makes a key pair on this device and enrolls the public key at the board. The private key stays here, in the data folder of the service; the
code is not sent either. Run it as the user of the service, then restart the service.`,
  arguments: '<address of the board> <code>',
  options: {
    for: {
      placeholder: '<plotter|station>',
      help: 'Which service joins; default: plotter',
      completes: services,
    },
    'data-dir': {
      placeholder: '<folder>',
      help: 'Data folder of the service; default: from its settings',
      completes: 'folder',
    },
    replace: { help: 'Replace existing credentials of this device' },
  },
  examples: [
    'stationery fleet join https://board.local:3243 7KQM-2XWP-9RTA --ca certificate.pem',
    'stationery fleet join board.local:3200 7KQM-2XWP-9RTA --for station',
  ],
  settings: {
    title: 'Connection',
    section: 'client',
    table: trustSettings,
    switches: ['insecure'],
    example: '{ "ca": "certificate.pem" }',
  },
  async run(context) {
    const { args, options, out, signal, sources } = context;
    const [address = '', code = ''] = args;
    const path = deviceCredentialsFile(options['data-dir'] ?? dataDirOf(options.for ?? 'plotter', context));
    if (existsSync(path) && !options.replace)
      throw new Failure(`this device has credentials already (${path}); use --replace`, exitCodes.refused);
    const board = boardAt(address, sources('client'));
    const credentials = await joinFleet(code, (request) => board.join(request, { signal }));
    writeCredentials(path, credentials);
    const { deviceId, url } = credentials;
    out.result({ deviceId, url, credentials: path }, () =>
      out.line(`Joined the fleet at ${url} as ${deviceId}. Restart the service to connect.`),
    );
  },
});

function dataDirOf(service: string, { sources }: Pick<CommandContext, 'sources'>): string {
  if (service === 'plotter') return readPlotterConfig(sources('plotter')).dataDir;
  if (service === 'station') return readStationConfig(sources('station')).dataDir;
  throw new UsageError(`--for must be plotter or station, not “${service}”`);
}
