import { driverNames } from '@stationery/contract';
import {
  bearerToken,
  choice,
  fleetPlotterSettings,
  logLevels,
  named,
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

export const plotterSettings = named('PLOTTER', {
  host: text({
    placeholder: '<address>',
    help: 'Address to listen on; 0.0.0.0 for every network of this machine',
    default: '127.0.0.1',
  }),
  httpPort: port({ help: 'Port for HTTP; 0 for any free one', default: 3000 }),
  dataDir: text({
    placeholder: '<folder>',
    help: 'Where the service keeps jobs, their results and the machine profile',
    default: 'stationery-data/plotter',
  }),
  serialPath: text({
    placeholder: '<port>',
    help: 'The plotter: /dev/ttyUSB0, tcp:host:port, or sim: for a simulated one (sim:<driver> for another family)',
    default: 'sim:',
  }),
  driver: choice({
    choices: ['auto', ...driverNames],
    help: 'Driver of the machine; auto finds out which one it needs',
    default: 'auto',
  }),
  serialBaud: wholeNumber({
    placeholder: '<baud>',
    help: 'Baud rate of the serial port',
    default: 115_200,
    min: 50,
    max: 12_000_000,
  }),
  timeoutMs: wholeNumber({
    placeholder: '<ms>',
    help: 'How long to wait for a reply if the request does not specify a time',
    default: 30_000,
    min: 1,
    max: 3_600_000,
  }),
  simSpeed: wholeNumber({
    placeholder: '<factor>',
    help: 'Speed of the virtual plotter: 2 is twice as fast as a real one, 0 takes no time',
    default: 1,
    min: 0,
    max: 1_000_000,
  }),
  token: bearerToken({
    help: 'Asked of every client, as a bearer token',
    defaultText: 'none: no token is asked for',
  }),
  hostNames: textList({
    help: 'More host names to answer to, besides localhost, addresses and this machine’s own; * for all, behind a proxy',
  }),
  corsOrigins: textList({
    help: 'Origins whose pages may use the plotter, such as https://app.example',
  }),
  ...mqttSettings('PLOTTER'),
  ...webhookSettings('PLOTTER', 'job changes'),
  ...fleetPlotterSettings,
  logLevel: choice({ choices: logLevels, help: 'How much to log', default: 'info' }),
});

export type PlotterConfig = SettingValues<typeof plotterSettings>;

export function readPlotterConfig(sources: SettingSources): PlotterConfig {
  const values = readSettings(plotterSettings, sources);
  readMqttConfig(values, 'PLOTTER');
  readWebhookConfig(values, 'PLOTTER');
  return values;
}
