import { describeSettings, systemClock } from '@stationery/core';
import type { ReaderState } from '@stationery/nfc';
import {
  findLauncher,
  packageVersion,
  readStationConfig,
  startStation,
  stationSettings,
} from '@stationery/station';
import { stationPage } from '@stationery/web';
import { settingSources } from './config-file.ts';
import { openReader } from './open-reader.ts';
import { addressLine, configHelp, createServiceLog, type StartService } from './service.ts';

export function stationHelp(): string {
  return `Usage: stationery station [options]

Runs the base station: files on a card, tags, and the bindings between them, over HTTP and HTTPS.

Options (each also as an environment variable, or in the config file under “station”):
${describeSettings(stationSettings)}
${configHelp('station', '{ "httpPort": 8080 }')}

Examples:
  stationery station
  stationery station --http-port 8080 --card-dir /media/card
  stationery station --host 0.0.0.0 --reader pn532:/dev/ttyUSB0
`;
}

export const startStationService: StartService = async (args, others) => {
  // Without its launcher nobody would start it again: it stops as if it had been asked to.
  const launcher = findLauncher(() => process.kill(process.pid, 'SIGTERM'));
  const unknownKeys: string[] = [];
  const config = readStationConfig({
    ...settingSources('station', args),
    // The way back to an older version must not fail at a setting that came with the newer one.
    ...(launcher === undefined ? {} : { onUnknownKey: (message) => unknownKeys.push(message) }),
  });
  const log = createServiceLog(config.logLevel);
  for (const message of unknownKeys) log.warn(`${message} in this version; it is passed over`);
  const opened = openReader(config.reader, { clock: systemClock, log });
  const station = await startStation(config, {
    ...opened,
    ...(launcher === undefined ? {} : { launcher }),
    pages: stationPage,
    otherPage: () => others()[0]?.http,
    clock: systemClock,
    log,
  });
  return {
    title: `Stationery base station ${packageVersion}`,
    http: station.http,
    lines: [
      addressLine(station.http),
      addressLine(station.https),
      `API docs      ${station.http.url}/api/docs`,
      `Card          ${station.cardDir}${station.card.state === 'missing' ? `   (${station.card.reason})` : ''}`,
      `Reader        ${config.reader}${readerTrouble(opened.reader.state)}`,
      ...(config.firmwareAllowUnsigned === 'yes'
        ? ['Firmware      unsigned bundles are accepted: for development only']
        : []),
    ],
    stop: () => station.stop(),
  };
};

function readerTrouble(state: ReaderState): string {
  return state.state === 'failed' ? `   (${state.reason})` : '';
}
