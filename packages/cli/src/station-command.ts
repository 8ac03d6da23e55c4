import { once } from 'node:events';
import { createLogger, describeSettings, systemClock } from '@stationery/core';
import type { Listening } from '@stationery/http';
import { packageVersion, readStationConfig, startStation, stationSettings } from '@stationery/station';
import { settingSources } from './config-file.ts';
import { humanLines } from './log-lines.ts';
import { openReader } from './open-reader.ts';
import { stopSignal } from './stop-signal.ts';

export function stationHelp(): string {
  return `Usage: stationery station [options]

Runs the base station: files on a card, tags, and the bindings between them, over HTTP and HTTPS.

Options (each also as an environment variable, or in the config file under “station”):
${describeSettings(stationSettings)}
  --config <file>
      A JSON file with settings: { "station": { "httpPort": 8080 } }
      STATIONERY_CONFIG, default: /etc/stationery/config.json where it exists

Examples:
  stationery station
  stationery station --http-port 8080 --card-dir /media/card
  stationery station --host 0.0.0.0 --reader pn532:/dev/ttyUSB0
`;
}

export async function runStation(args: string[]): Promise<number> {
  const stop = stopSignal();
  const config = readStationConfig(settingSources('station', args));
  const log = createLogger({
    level: config.logLevel,
    ...(process.stderr.isTTY ? { stream: humanLines(process.stderr) } : {}),
  });
  const station = await startStation(config, {
    ...openReader(config.reader, { clock: systemClock, log }),
    clock: systemClock,
    log,
  });
  process.stdout.write(`Stationery base station ${packageVersion}
  ${address(station.http)}
  ${address(station.https)}
  Description   ${station.http.url}/api/docs
  Card          ${station.cardDir}
  Reader        ${config.reader}
Stop with Ctrl+C.
`);
  if (!stop.aborted) await once(stop, 'abort');
  await station.stop();
  return 0;
}

function address({ url, note }: Listening): string {
  return note === undefined ? url : `${url}   (${note})`;
}
