import { describeSettings, listSerialPorts, messageOf, SettingError, systemClock } from '@stationery/core';
import {
  createLink,
  openSimPort,
  plotterPort,
  plotterSettings,
  plotterVersion,
  readPlotterConfig,
  startPlotter,
  VirtualPlotter,
} from '@stationery/plotter';
import { plotterPage } from '@stationery/web';
import { settingSources } from './config-file.ts';
import { addressLine, configHelp, createServiceLog, type StartService } from './service.ts';

export function plotterHelp(): string {
  return `Usage: stationery plotter [options]

Runs the service between people and a pen plotter: commands and their replies, and jobs, over HTTP.

Options (each also as an environment variable, or in the config file under “plotter”):
${describeSettings(plotterSettings)}
${configHelp('plotter', '{ "serialPath": "/dev/ttyUSB0" }')}

Examples:
  stationery plotter                                  with the built-in virtual plotter
  stationery plotter --serial-path /dev/ttyUSB0
  stationery plotter --serial-path tcp:10.0.0.5:4000
`;
}

export const startPlotterService: StartService = async (args, others) => {
  const config = readPlotterConfig(settingSources('plotter', args));
  const log = createServiceLog(config.logLevel);
  const virtual = new VirtualPlotter({ speedFactor: config.simSpeed });
  const portAt = (portPath: string) =>
    plotterPort({ portPath, baudRate: config.serialBaud, openSim: openSimPort(virtual) });
  const port = readPort(config.serialPath, portAt);
  const link = createLink({ ...port, clock: systemClock, log });
  const plotter = await startPlotter(config, {
    link,
    portAt,
    listPorts: listSerialPorts,
    pages: plotterPage,
    otherPage: () => others()[0]?.http,
    clock: systemClock,
    log,
  });
  return {
    title: `Stationery plotter ${plotterVersion}`,
    http: plotter.http,
    lines: [
      addressLine(plotter.http),
      `API docs      ${plotter.http.url}/api/docs`,
      `Plotter       ${link.portPath}`,
    ],
    isIdle: () => plotter.isIdle(),
    async stop() {
      await plotter.stop();
      await virtual.close();
    },
  };
};

function readPort<T>(portPath: string, portAt: (portPath: string) => T): T {
  try {
    return portAt(portPath);
  } catch (error) {
    throw new SettingError(`PLOTTER_SERIAL_PATH: ${messageOf(error)}`);
  }
}
