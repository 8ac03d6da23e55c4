import { driverNames } from '@stationery/contract';
import {
  bearerToken,
  choice,
  fleetPlotterSettings,
  logLevels,
  port,
  readSettings,
  readWebhookConfig,
  type SettingSources,
  type SettingValues,
  text,
  textList,
  webhookSettings,
  wholeNumber,
} from '@stationery/core';
import { mqttSettings, readMqttConfig } from '@stationery/mqtt';

export const plotterSettings = {
  host: text({
    flag: 'host',
    env: 'PLOTTER_HOST',
    placeholder: '<address>',
    help: 'Address to listen on; 0.0.0.0 for every network of this machine',
    default: '127.0.0.1',
  }),
  httpPort: port({
    flag: 'http-port',
    env: 'PLOTTER_HTTP_PORT',
    help: 'Port for HTTP; 0 for any free one',
    default: 3000,
  }),
  dataDir: text({
    flag: 'data-dir',
    env: 'PLOTTER_DATA_DIR',
    placeholder: '<folder>',
    help: 'Where the service keeps jobs, their results and the machine profile',
    default: 'stationery-data/plotter',
  }),
  serialPath: text({
    flag: 'serial-path',
    env: 'PLOTTER_SERIAL_PATH',
    placeholder: '<port>',
    help: 'The plotter: /dev/ttyUSB0, tcp:host:port, or sim: for a simulated one (sim:<driver> for another family)',
    default: 'sim:',
  }),
  driver: choice({
    flag: 'driver',
    env: 'PLOTTER_DRIVER',
    choices: ['auto', ...driverNames],
    help: 'Which family of machines it is; auto finds out',
    default: 'auto',
  }),
  serialBaud: wholeNumber({
    flag: 'serial-baud',
    env: 'PLOTTER_SERIAL_BAUD',
    placeholder: '<baud>',
    help: 'Speed of the serial port',
    default: 115_200,
    min: 50,
    max: 12_000_000,
  }),
  timeoutMs: wholeNumber({
    flag: 'timeout-ms',
    env: 'PLOTTER_TIMEOUT_MS',
    placeholder: '<ms>',
    help: 'How long to wait for a reply where a request does not say',
    default: 30_000,
    min: 1,
    max: 3_600_000,
  }),
  simSpeed: wholeNumber({
    flag: 'sim-speed',
    env: 'PLOTTER_SIM_SPEED',
    placeholder: '<factor>',
    help: 'How many times faster than a real one the virtual plotter is; 0 for at once',
    default: 1,
    min: 0,
    max: 1_000_000,
  }),
  token: bearerToken({
    flag: 'token',
    env: 'PLOTTER_TOKEN',
    help: 'Asked of every client, as a bearer token',
    default: undefined,
    defaultText: 'none: no token is asked for',
  }),
  hostNames: textList({
    flag: 'host-names',
    env: 'PLOTTER_HOST_NAMES',
    help: 'More host names to answer to, besides localhost, addresses and this machine’s own; * for all, behind a proxy',
    default: [],
    defaultText: 'none',
  }),
  corsOrigins: textList({
    flag: 'cors-origins',
    env: 'PLOTTER_CORS_ORIGINS',
    help: 'Origins whose pages may use the plotter, such as https://app.example',
    default: [],
    defaultText: 'none',
  }),
  ...mqttSettings('PLOTTER'),
  ...webhookSettings('PLOTTER', 'job changes'),
  ...fleetPlotterSettings,
  logLevel: choice({
    flag: 'log-level',
    env: 'PLOTTER_LOG_LEVEL',
    choices: logLevels,
    help: 'How much to log',
    default: 'info',
  }),
};

export type PlotterConfig = SettingValues<typeof plotterSettings>;

export function readPlotterConfig(sources: SettingSources): PlotterConfig {
  const values = readSettings(plotterSettings, sources);
  readMqttConfig(values, 'PLOTTER');
  readWebhookConfig(values, 'PLOTTER');
  return values;
}
