import {
  bearerToken,
  choice,
  logLevels,
  named,
  optionalText,
  port,
  readSettings,
  SettingError,
  type SettingSources,
  type SettingValues,
  text,
  textList,
} from '@stationery/core';
import { type FleetConfig, readFleetConfig } from '../settings.ts';

export const boardSettings = named('BOARD', {
  host: text({
    placeholder: '<address>',
    help: 'Address to listen on; 0.0.0.0 for every network of this machine',
    default: '127.0.0.1',
  }),
  httpPort: port({ help: 'Port for HTTP; 0 for any free one', default: 3200 }),
  httpsPort: port({
    help: 'Port for HTTPS; 0 for any free one',
    defaultText: '3243, or any free one where the port for HTTP is 0',
  }),
  tlsKey: optionalText({
    placeholder: '<file>',
    help: 'A key of your own for HTTPS, in PEM',
    defaultText: 'made at the first start',
  }),
  tlsCert: optionalText({
    placeholder: '<file>',
    help: 'The certificate for the HTTPS key, in PEM',
    defaultText: 'self-signed, made at the first start',
  }),
  fleetUrl: text({
    env: 'FLEET_URL',
    placeholder: '<url>',
    help: 'NATS server of the fleet: nats://<host>[:<port>], or tls:// for TLS',
    default: 'nats://127.0.0.1:4222',
  }),
  token: bearerToken({
    help: 'Access token of operators, who may change everything',
    defaultText: 'none: no token is asked for',
  }),
  viewerToken: bearerToken({
    help: 'Access token of viewers, who may only read; needs an operator token too',
  }),
  dataDir: text({
    placeholder: '<folder>',
    help: 'Folder for the list of enrolled devices, and for the data of a NATS server that the board starts',
    default: 'stationery-data/fleet',
  }),
  natsHost: optionalText({
    placeholder: '<address>',
    help: 'For “fleet up”: address at which devices reach the NATS server, or 0.0.0.0 for every network; the server then uses TLS, and each device needs credentials',
    defaultText: 'this machine only, without credentials',
  }),
  natsPort: port({ help: 'For “fleet up” and “fleet demo”: port of the NATS server', default: 4222 }),
  natsAccounts: optionalText({
    placeholder: '<file>',
    help: 'File with two accounts that the configuration of the NATS server includes; the board writes the file when devices join or are revoked',
    defaultText: 'none: devices have no credentials',
  }),
  natsCa: optionalText({
    placeholder: '<file>',
    help: 'Certificate of the NATS server or of its authority, in PEM, for the devices and the board',
    defaultText: 'the certificates that Node trusts',
  }),
  hostNames: textList({
    help: 'More host names to answer to, besides localhost, addresses and this machine’s own; * for all, behind a proxy',
  }),
  corsOrigins: textList({
    help: 'Origins whose pages may use the board, such as https://app.example',
  }),
  logLevel: choice({ choices: logLevels, help: 'How much to log', default: 'info' }),
});

export type BoardConfig = SettingValues<typeof boardSettings> & { fleet: FleetConfig };

export function readBoardConfig(sources: SettingSources): BoardConfig {
  const values = readSettings(boardSettings, sources);
  const { token, viewerToken, fleetUrl } = values;
  if (viewerToken !== undefined && (token === undefined || token === viewerToken))
    throw new SettingError('BOARD_VIEWER_TOKEN needs a BOARD_TOKEN that differs from it');
  if ((values.tlsKey === undefined) !== (values.tlsCert === undefined))
    throw new SettingError('BOARD_TLS_KEY and BOARD_TLS_CERT go together: set both or neither');
  const fleet = readFleetConfig({ fleetUrl, fleetTags: [], fleetSheets: 'ask' })!;
  return { ...values, fleet };
}
