import { type FoundStation, findStations } from '@stationery/appliance/discovery';
import { silentLogger, systemClock } from '@stationery/core';
import { defineCommand } from './command-line/command.ts';
import { exitCodes, UsageError } from './terminal/exit-codes.ts';

const defaultTimeoutSeconds = 3;
const maxTimeoutSeconds = 300;

export const discover = defineCommand({
  summary: 'List the base stations on the network',
  about: `Looks for base stations on the networks of this computer. With --json: a list of objects with name, url, host, addresses,
port, serial and version. Exits with 6 if there are none.`,
  options: {
    timeout: {
      placeholder: '<seconds>',
      help: `How long to listen, up to ${maxTimeoutSeconds}; default: ${defaultTimeoutSeconds}`,
    },
  },
  examples: ['stationery discover', 'stationery discover --timeout 10', 'stationery discover --json'],
  async run({ options, out, signal }) {
    const found = await findStations({
      timeoutMs: readSeconds(options.timeout) * 1000,
      clock: systemClock,
      log: silentLogger,
      signal,
    });
    const result = found.map((station) => ({ url: urlOf(station), ...station }));
    out.result(result, () => {
      if (found.length > 0)
        out.table(
          ['NAME', 'ADDRESS', 'HOST', 'SERIAL', 'VERSION'],
          found.map((station) => [
            station.name,
            urlOf(station),
            station.host,
            station.serial ?? '',
            station.version ?? '',
          ]),
        );
    });
    if (found.length > 0) return exitCodes.good;
    out.note('No station found. Are you on its network? A station on 127.0.0.1 can’t be discovered.');
    return signal.aborted ? exitCodes.interrupted : exitCodes.notFound;
  },
});

function readSeconds(text: string | undefined): number {
  const seconds = text === undefined ? defaultTimeoutSeconds : Number(text);
  if (seconds > 0 && seconds <= maxTimeoutSeconds) return seconds;
  throw new UsageError(`--timeout must be a number of seconds up to ${maxTimeoutSeconds}, not “${text}”`);
}

/** Prefers the IP address to the host name, because not every system resolves multicast DNS names. */
function urlOf({ host, addresses, port }: FoundStation): string {
  return `http://${addresses[0] ?? host}${port === 80 ? '' : `:${port}`}`;
}
