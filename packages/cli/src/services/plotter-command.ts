import { listSerialPorts, messageOf, packageVersion, SettingError, systemClock } from '@stationery/core';
import { deviceCredentialsFile, readCredentials, readFleetConfig } from '@stationery/fleet';
import {
  DriverHost,
  plotterPort,
  plotterSettings,
  readPlotterConfig,
  SimulatedMachines,
  startPlotter,
} from '@stationery/plotter';
import { plotterPage } from '@stationery/web';
import { defineCommand } from '../command-line/command.ts';
import {
  addressLine,
  createServiceLog,
  restartBySystemd,
  runServices,
  type StartService,
} from './service.ts';
import { warnOfUnknownVariables } from './unknown-variables.ts';

export const plotter = defineCommand({
  summary: 'Run the plotter service',
  about:
    'Connects a pen plotter to pages, programs and this command line over HTTP: commands, drawings and jobs.',
  keepsRunning: true,
  settings: {
    title: 'Settings',
    section: 'plotter',
    table: plotterSettings,
    example: '{ "serialPath": "/dev/ttyUSB0" }',
  },
  examples: [
    'stationery plotter',
    'stationery plotter --serial-path /dev/ttyUSB0',
    'stationery plotter --serial-path tcp:10.0.0.5:4000',
  ],
  run: (context) => runServices([startPlotterService], context),
});

export const startPlotterService: StartService = async ({ sources }, others) => {
  const config = readPlotterConfig(sources('plotter'));
  const fleet = readFleetConfig({
    ...config,
    credentials: readCredentials(deviceCredentialsFile(config.dataDir)),
  });
  const log = createServiceLog(config.logLevel);
  warnOfUnknownVariables(sources('plotter').env, { prefix: 'PLOTTER_', tables: [plotterSettings] }, log);
  const simulated = new SimulatedMachines({ speedFactor: config.simSpeed });
  const portAt = (portPath: string) =>
    plotterPort({ portPath, baudRate: config.serialBaud, openSim: (driver) => simulated.opener(driver) });
  const port = readPort(config.serialPath, portAt);
  const driver = new DriverHost({ port, choice: config.driver, clock: systemClock, log });
  const settled = new Promise<void>((resolve) => {
    const unsubscribe = driver.subscribe((event) => {
      if (event.type !== 'state' || ['opening', 'settling'].includes(event.state.state)) return;
      unsubscribe();
      resolve();
    });
  });
  const service = await startPlotter(config, {
    driver,
    portAt,
    listPorts: listSerialPorts,
    pages: plotterPage,
    otherPage: () => others()[0]?.http,
    ...restartBySystemd(),
    clock: systemClock,
    log,
  });
  const agent = fleet && (await joinFleet());
  return {
    about: { service: 'plotter', version: packageVersion, http: service.http.url, port: driver.portPath },
    http: service.http,
    title: `Stationery plotter ${packageVersion}`,
    lines: [
      addressLine(service.http),
      `API docs      ${service.http.url}/api/docs`,
      `Plotter       ${driver.portPath}`,
      ...(agent === undefined ? [] : [`Fleet         ${fleet?.address}   (as ${agent.deviceId})`]),
    ],
    settled,
    isIdle: () => service.isIdle(),
    async stop() {
      await agent?.stop();
      await service.stop();
      await simulated.close();
    },
  };

  async function joinFleet() {
    const { startPlotterAgent } = await import('@stationery/fleet/agent');
    try {
      return await startPlotterAgent({
        config: fleet!,
        asksForPaper: fleet!.asksForPaper,
        dataDir: config.dataDir,
        plotter: service.access,
        fleetAgent: service.fleetAgent,
        version: packageVersion,
        page: service.http.url,
        clock: systemClock,
        log,
      });
    } catch (error) {
      await service.stop();
      throw error;
    }
  }
};

function readPort<T>(portPath: string, portAt: (portPath: string) => T): T {
  try {
    return portAt(portPath);
  } catch (error) {
    throw new SettingError(`PLOTTER_SERIAL_PATH: ${messageOf(error)}`);
  }
}
