import { join } from 'node:path';
import {
  type NetworkSettings,
  networkCommandSettings,
  networkSettings,
  networkSettingsFrom,
  placeSettings,
} from '@stationery/appliance/network';
import {
  bearerToken,
  choice,
  fleetStationSettings,
  logLevels,
  named,
  optionalText,
  readSettings,
  readWebhookConfig,
  SettingError,
  type SettingSources,
  type SettingValues,
  text,
  textList,
  webhookSettings,
  wholeNumber,
  withoutKeys,
} from '@stationery/core';
import { mqttSettings, readMqttConfig } from '@stationery/mqtt';
import { readerExamples, readReader } from '@stationery/nfc';
import { readPlayerChoice } from './player-choice.ts';
import { readPlotTarget } from './plots/plot-target.ts';
import { nicknameProblem } from './settings/nickname.ts';

export const stationSettings = named('STATION', {
  host: text({
    placeholder: '<address>',
    help: 'Address to listen on; 0.0.0.0 for every network of this machine',
    default: '127.0.0.1',
  }),
  httpPort: placeSettings.httpPort,
  httpsPort: placeSettings.httpsPort,
  dataDir: placeSettings.dataDir,
  cardDir: optionalText({
    placeholder: '<folder>',
    help: 'The card: its mount point, or any folder',
    defaultText: 'the folder “card” in the data folder, made at the first start',
  }),
  cardMount: choice({
    choices: ['auto', 'yes', 'no'],
    help: 'Whether the card’s folder must be a mount point; auto: once it has been one',
    default: 'auto',
  }),
  nickname: optionalText({
    placeholder: '<name>',
    help: 'The name of the station until it is given another',
    defaultText: 'Station and the last four digits of the serial',
  }),
  reader: text({ placeholder: '<reader>', help: `The NFC reader: ${readerExamples}`, default: 'sim:' }),
  player: text({
    placeholder: '<player>',
    help: 'What plays the files: auto, mpv, mpd:<host>[:<port>], browser (the open page) or none',
    default: 'auto',
    defaultText: 'auto: mpv if it is installed and there is a sound device, otherwise browser',
  }),
  plotter: text({
    placeholder: '<plotter>',
    help: 'Where tags plot their drawings: the address of a plotter service, board:<address> for a fleet, or none',
    default: 'http://127.0.0.1:3000',
  }),
  plotterToken: bearerToken({
    help: 'Access token of that plotter service; for a board, the token of an operator',
  }),
  plotterCa: optionalText({
    placeholder: '<file>',
    help: 'Certificate of that plotter service or board in PEM, if self-signed',
  }),
  plotterSheets: choice({
    choices: ['ask', 'automatic'],
    help: 'Whether the plotter service asks for a new sheet before each drawing of a tag; a board never does',
    default: 'ask',
  }),
  token: bearerToken({
    help: 'Access token that every client must send under /api, as a bearer token',
    defaultText: 'none: no token is asked for',
  }),
  maxUploadBytes: wholeNumber({
    placeholder: '<bytes>',
    help: 'The largest file that is accepted',
    default: 2 ** 32 - 1,
    defaultText: '4294967295, the most a FAT32 card can hold',
    min: 1,
    max: Number.MAX_SAFE_INTEGER,
  }),
  hwVersion: text({
    placeholder: '<xx.xx.xx>',
    help: 'The hardware version that the station reports',
    default: '00.00.00',
  }),
  hostNames: textList({
    help: 'More host names to answer to, besides localhost, addresses and this machine’s own; * for all, behind a proxy',
  }),
  discovery: choice({
    choices: ['on', 'off'],
    help: 'Whether programs can find the station (DNS-SD) on the networks it listens on',
    default: 'on',
  }),
  ...mqttSettings('STATION'),
  ...webhookSettings('STATION', 'taps'),
  ...fleetStationSettings,
  portal: choice({
    choices: ['quiet', 'portal'],
    help: 'The answer to phones that check for internet access: quiet: there is access; portal: open the station’s page',
    default: 'quiet',
  }),
  frontPage: choice({
    choices: ['station', 'plotter'],
    help: 'The page at the station’s address: its own, or that of the plotter service (port 3000) beside it',
    default: 'station',
  }),
  setupFile: optionalText({
    placeholder: '<file>',
    help: 'Where to request changes of the system, for “stationery setup”; the systemd unit sets it',
    defaultText: 'none: pages cannot change the system',
  }),
  setupResult: optionalText({
    placeholder: '<file>',
    help: 'Where “stationery setup” reports the result; the systemd unit sets it',
  }),
  corsOrigins: textList({
    help: 'Origins whose pages may use the station, such as https://app.example',
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
  firmwareKeys: textList({
    help: 'Public keys that firmware bundles may be signed with: PEM files, or keys in base64',
    defaultText: 'none: no signed bundle is accepted',
  }),
  firmwareAllowUnsigned: choice({
    choices: ['yes', 'no'],
    help: 'Whether unsigned bundles are installed; for development only',
    default: 'no',
  }),
  firmwareSlots: optionalText({
    placeholder: '<folder>',
    help: 'Where versions are installed; “stationery launch” sets it',
  }),
  wifiAddress: networkSettings.wifiAddress,
  namesFile: optionalText({
    placeholder: '<file>',
    help: 'File in which the name server of the station’s network finds the nickname; the systemd unit sets it',
  }),
  logLevel: choice({ choices: logLevels, help: 'How much to log', default: 'info' }),
});

export type StationConfig = Omit<SettingValues<typeof stationSettings>, 'cardDir'> & {
  cardDir: string;
  /** Whether to create the card's folder. A folder set explicitly is that of a card and may be missing. */
  makeCardDir: boolean;
  network: NetworkSettings | undefined;
};

export function readStationConfig(sources: SettingSources): StationConfig {
  const values = readSettings(stationSettings, withoutKeys(networkSettings, stationSettings, sources));
  if (!/^\d\d\.\d\d\.\d\d$/.test(values.hwVersion)) {
    throw new SettingError(`STATION_HW_VERSION must look like 01.02.03, not “${values.hwVersion}”`);
  }
  if (values.nickname !== undefined && nicknameProblem(values.nickname) !== undefined) {
    throw new SettingError(`STATION_NICKNAME: ${nicknameProblem(values.nickname)}`);
  }
  if ((values.tlsKey === undefined) !== (values.tlsCert === undefined)) {
    throw new SettingError('STATION_TLS_KEY and STATION_TLS_CERT go together: set both or neither');
  }
  readReader(values.reader);
  readPlayerChoice(values.player);
  readPlotTarget(values.plotter);
  readMqttConfig(values, 'STATION');
  readWebhookConfig(values, 'STATION');
  return {
    ...values,
    cardDir: values.cardDir ?? join(values.dataDir, 'card'),
    makeCardDir: values.cardDir === undefined,
    network: readableNetwork(sources),
  };
}

/** Returns undefined if the network settings are wrong, because the station must start anyway. */
function readableNetwork({ env, file }: SettingSources): NetworkSettings | undefined {
  try {
    return readNetworkSettings({ args: [], env, ...(file && { file }), onUnknownKey: () => undefined });
  } catch (error) {
    if (error instanceof SettingError) return undefined;
    throw error;
  }
}

/** Reads the network settings without those of the station, because both share a part of the config file. */
export function readNetworkSettings(sources: SettingSources): NetworkSettings {
  return networkSettingsFrom(withoutKeys(stationSettings, networkCommandSettings, sources));
}
