import {
  bearerToken,
  choice,
  named,
  optionalText,
  SettingError,
  type SettingTable,
  text,
} from '@stationery/core/settings';

export const clientSettings = named('STATIONERY', {
  station: optionalText({
    env: 'STATION_URL',
    help: 'Address of the base station',
    placeholder: '<address>',
    defaultText: 'http://localhost, then http://localhost:8080',
  }),
  stationToken: bearerToken({
    flag: 'token',
    env: 'STATION_TOKEN',
    help: 'Access token of the station',
    placeholder: '<text>',
  }),
  plotter: text({
    env: 'PLOTTER_URL',
    help: 'Address of the plotter service',
    placeholder: '<address>',
    default: 'http://localhost:3000',
  }),
  plotterToken: bearerToken({
    flag: 'token',
    env: 'PLOTTER_TOKEN',
    help: 'Access token of the plotter service',
    placeholder: '<text>',
  }),
  board: text({
    env: 'BOARD_URL',
    help: 'Address of the board of the fleet',
    placeholder: '<address>',
    default: 'http://localhost:3200',
  }),
  boardToken: bearerToken({
    flag: 'token',
    env: 'BOARD_TOKEN',
    help: 'Access token of the board',
    placeholder: '<text>',
  }),
  ca: optionalText({
    help: 'For https: the certificate to trust, in PEM; the station’s own is self-signed.pem in its data folder, the board’s https/certificate.pem',
    placeholder: '<file>',
    defaultText: 'the certificates that Node trusts',
  }),
  insecure: choice({
    help: 'For https: accept any certificate. Anyone in between can then read and change everything',
    choices: ['yes', 'no'],
    default: 'no',
  }),
}) satisfies SettingTable;

export type Service = 'station' | 'plotter' | 'board';

export function settingsOf(service: Service): SettingTable {
  const { station, stationToken, plotter, plotterToken, board, boardToken } = clientSettings;
  const own = {
    station: { station, stationToken },
    plotter: { plotter, plotterToken },
    board: { board, boardToken },
  };
  return { ...own[service], ...trustSettings };
}

/** The TLS settings only, for commands that take the address as an argument. */
export const trustSettings = {
  ca: clientSettings.ca,
  insecure: clientSettings.insecure,
} satisfies SettingTable;

/** Parses an address. The scheme may be missing, as in `kitchen.local:8080`. */
export function readAddress(address: string): string {
  const whole = /^\w+:\/\//.test(address) ? address : `http://${address}`;
  if (!URL.canParse(whole) || !/^https?:$/.test(new URL(whole).protocol)) {
    throw new SettingError(`“${address}” is not an address. Example: http://kitchen.local:8080`);
  }
  return whole.replace(/^(.*[^/])\/+$/s, '$1');
}
