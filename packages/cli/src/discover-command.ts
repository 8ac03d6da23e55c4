import { parseArgs } from 'node:util';
import { messageOf, SettingError, silentLogger, systemClock } from '@stationery/core';
import { type FoundStation, findStations } from '@stationery/station/discovery';
import { stopSignal } from './stop-signal.ts';

const defaultTimeoutSeconds = 3;
const longestTimeoutSeconds = 300;

export function discoverHelp(): string {
  return `Usage: stationery discover [--timeout <seconds>] [--json]

Lists the base stations on the networks of this machine. Ends with 0 if there are any, and with 1 if there are none.

Options:
  --timeout <seconds>
      How long to listen
      default: ${defaultTimeoutSeconds}
  --json
      A list of objects with name, url, host, addresses, port, serial and version, for programs

Examples:
  stationery discover
  stationery discover --timeout 10
  stationery discover --json
`;
}

export async function runDiscover(args: string[]): Promise<number> {
  const { timeoutMs, json } = readOptions(args);
  const found = await findStations({
    timeoutMs,
    clock: systemClock,
    log: silentLogger,
    signal: stopSignal(),
  });
  if (json) process.stdout.write(`${JSON.stringify(found.map(withUrl), undefined, 2)}\n`);
  else if (found.length > 0) process.stdout.write(table(found));
  else
    process.stderr.write(
      'No station was found. Are you on its network? A station on 127.0.0.1 stays silent.\n',
    );
  return found.length > 0 ? 0 : 1;
}

function readOptions(args: string[]): { timeoutMs: number; json: boolean } {
  const { timeout, json } = parse(args);
  const seconds = timeout === undefined ? defaultTimeoutSeconds : Number(timeout);
  if (!(seconds > 0 && seconds <= longestTimeoutSeconds)) {
    throw new SettingError(
      `--timeout must be a number of seconds up to ${longestTimeoutSeconds}, not “${timeout}”`,
    );
  }
  return { timeoutMs: seconds * 1000, json: json ?? false };
}

function parse(args: string[]): { timeout?: string; json?: boolean } {
  try {
    return parseArgs({ args, options: { timeout: { type: 'string' }, json: { type: 'boolean' } } }).values;
  } catch (error) {
    throw new SettingError(messageOf(error));
  }
}

function withUrl(station: FoundStation): FoundStation & { url: string } {
  return { url: urlOf(station), ...station };
}

/** By address where there is one: not every system resolves names of multicast DNS. */
function urlOf({ host, addresses, port }: FoundStation): string {
  return `http://${addresses[0] ?? host}${port === 80 ? '' : `:${port}`}`;
}

function table(found: readonly FoundStation[]): string {
  const rows = [
    ['NAME', 'ADDRESS', 'HOST', 'SERIAL', 'VERSION'],
    ...found.map((station) => [
      station.name,
      urlOf(station),
      station.host,
      station.serial ?? '',
      station.version ?? '',
    ]),
  ];
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  const line = (row: string[]) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ');
  return rows.map((row) => `${line(row).trimEnd()}\n`).join('');
}
