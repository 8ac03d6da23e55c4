import {
  bearerToken,
  choice,
  logLevels,
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

export const boardSettings = {
  host: text({
    flag: 'host',
    env: 'BOARD_HOST',
    placeholder: '<address>',
    help: 'Address to listen on; 0.0.0.0 for every network of this machine',
    default: '127.0.0.1',
  }),
  httpPort: port({
    flag: 'http-port',
    env: 'BOARD_HTTP_PORT',
    help: 'Port for HTTP; 0 for any free one',
    default: 3200,
  }),
  httpsPort: port({
    flag: 'https-port',
    env: 'BOARD_HTTPS_PORT',
    help: 'Port for HTTPS; 0 for any free one',
    default: undefined,
    defaultText: '3243, or any free one where the port for HTTP is 0',
  }),
  tlsKey: optionalText({
    flag: 'tls-key',
    env: 'BOARD_TLS_KEY',
    placeholder: '<file>',
    help: 'A key of your own for HTTPS, in PEM',
    default: undefined,
    defaultText: 'made at the first start',
  }),
  tlsCert: optionalText({
    flag: 'tls-cert',
    env: 'BOARD_TLS_CERT',
    placeholder: '<file>',
    help: 'The certificate that belongs to it, in PEM',
    default: undefined,
    defaultText: 'self-signed, made at the first start',
  }),
  fleetUrl: text({
    flag: 'fleet-url',
    env: 'FLEET_URL',
    placeholder: '<url>',
    help: 'NATS server of the fleet: nats://<host>[:<port>], or tls:// for TLS',
    default: 'nats://127.0.0.1:4222',
  }),
  token: bearerToken({
    flag: 'token',
    env: 'BOARD_TOKEN',
    help: 'Access token of operators, who may change everything',
    default: undefined,
    defaultText: 'none: no token is asked for',
  }),
  viewerToken: bearerToken({
    flag: 'viewer-token',
    env: 'BOARD_VIEWER_TOKEN',
    help: 'Access token of viewers, who may only read; needs an operator token too',
    default: undefined,
    defaultText: 'none',
  }),
  dataDir: text({
    flag: 'data-dir',
    env: 'BOARD_DATA_DIR',
    placeholder: '<folder>',
    help: 'Where the board keeps the list of enrolled devices, and a NATS server that it starts its data',
    default: 'stationery-data/fleet',
  }),
  natsHost: optionalText({
    flag: 'nats-host',
    env: 'BOARD_NATS_HOST',
    placeholder: '<address>',
    help: 'For “fleet up”: address at which devices reach the NATS server, or 0.0.0.0 for every network; it then has TLS, and each device needs credentials',
    default: undefined,
    defaultText: 'this machine only, without credentials',
  }),
  natsPort: port({
    flag: 'nats-port',
    env: 'BOARD_NATS_PORT',
    help: 'For “fleet up” and “fleet demo”: port of the NATS server',
    default: 4222,
  }),
  natsAccounts: optionalText({
    flag: 'nats-accounts',
    env: 'BOARD_NATS_ACCOUNTS',
    placeholder: '<file>',
    help: 'File with two accounts for the NATS server, which includes it; the board writes it when devices join or are revoked',
    default: undefined,
    defaultText: 'none: devices have no credentials',
  }),
  natsCa: optionalText({
    flag: 'nats-ca',
    env: 'BOARD_NATS_CA',
    placeholder: '<file>',
    help: 'Certificate of the NATS server or of its authority, in PEM, for the devices and the board',
    default: undefined,
    defaultText: 'the certificates that Node trusts',
  }),
  hostNames: textList({
    flag: 'host-names',
    env: 'BOARD_HOST_NAMES',
    help: 'More host names to answer to, besides localhost, addresses and this machine’s own; * for all, behind a proxy',
    default: [],
    defaultText: 'none',
  }),
  corsOrigins: textList({
    flag: 'cors-origins',
    env: 'BOARD_CORS_ORIGINS',
    help: 'Origins whose pages may use the board, such as https://app.example',
    default: [],
    defaultText: 'none',
  }),
  logLevel: choice({
    flag: 'log-level',
    env: 'BOARD_LOG_LEVEL',
    choices: logLevels,
    help: 'How much to log',
    default: 'info',
  }),
};

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
