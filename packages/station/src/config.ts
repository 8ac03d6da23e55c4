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
import { readerExamples } from '@stationery/nfc';
import { readPlayerChoice } from './player-choice.ts';
import { readPlotTarget } from './plots/plot-target.ts';
import { nicknameProblem } from './settings/nickname.ts';

/** All settings of a station, for `--help`, the environment and the config file. */
export const stationSettings = {
  host: text({
    flag: 'host',
    env: 'STATION_HOST',
    placeholder: '<address>',
    help: 'Address to listen on; 0.0.0.0 for every network of this machine',
    default: '127.0.0.1',
  }),
  httpPort: placeSettings.httpPort,
  httpsPort: placeSettings.httpsPort,
  dataDir: placeSettings.dataDir,
  cardDir: optionalText({
    flag: 'card-dir',
    env: 'STATION_CARD_DIR',
    placeholder: '<folder>',
    help: 'The card: its mount point, or any folder',
    default: undefined,
    defaultText: 'the folder “card” in the data folder, made at the first start',
  }),
  cardMount: choice({
    flag: 'card-mount',
    env: 'STATION_CARD_MOUNT',
    choices: ['auto', 'yes', 'no'],
    help: 'Whether the card’s folder must be a mount point; auto: once it has been one',
    default: 'auto',
  }),
  nickname: optionalText({
    flag: 'nickname',
    env: 'STATION_NICKNAME',
    placeholder: '<name>',
    help: 'The name of the station until it is given another',
    default: undefined,
    defaultText: 'Station and the last four digits of the serial',
  }),
  reader: text({
    flag: 'reader',
    env: 'STATION_READER',
    placeholder: '<reader>',
    help: `The NFC reader: ${readerExamples}`,
    default: 'sim:',
  }),
  player: text({
    flag: 'player',
    env: 'STATION_PLAYER',
    placeholder: '<player>',
    help: 'What plays the files: auto, mpv, mpd:<host>[:<port>], browser (the open page) or none',
    default: 'auto',
    defaultText: 'auto: mpv where it is installed and there is a sound device, else browser',
  }),
  plotter: text({
    flag: 'plotter',
    env: 'STATION_PLOTTER',
    placeholder: '<plotter>',
    help: 'Where tags plot their drawings: the address of a plotter service, board:<address> for a fleet, or none',
    default: 'http://127.0.0.1:3000',
  }),
  plotterToken: bearerToken({
    flag: 'plotter-token',
    env: 'STATION_PLOTTER_TOKEN',
    help: 'Its access token; for a board, that of an operator',
    default: undefined,
    defaultText: 'none',
  }),
  plotterCa: optionalText({
    flag: 'plotter-ca',
    env: 'STATION_PLOTTER_CA',
    placeholder: '<file>',
    help: 'Its certificate in PEM, if it is self-signed',
    default: undefined,
    defaultText: 'none',
  }),
  plotterSheets: choice({
    flag: 'plotter-sheets',
    env: 'STATION_PLOTTER_SHEETS',
    choices: ['ask', 'automatic'],
    help: 'Whether the plotter service asks for a new sheet before each drawing of a tag; a board never does',
    default: 'ask',
  }),
  token: bearerToken({
    flag: 'token',
    env: 'STATION_TOKEN',
    help: 'Asked of every client under /api, as a bearer token',
    default: undefined,
    defaultText: 'none: no token is asked for',
  }),
  maxUploadBytes: wholeNumber({
    flag: 'max-upload-bytes',
    env: 'STATION_MAX_UPLOAD_BYTES',
    placeholder: '<bytes>',
    help: 'The largest file that is taken',
    default: 2 ** 32 - 1,
    defaultText: '4294967295, the most a FAT32 card can hold',
    min: 1,
    max: Number.MAX_SAFE_INTEGER,
  }),
  hwVersion: text({
    flag: 'hw-version',
    env: 'STATION_HW_VERSION',
    placeholder: '<xx.xx.xx>',
    help: 'The hardware version that the station tells',
    default: '00.00.00',
  }),
  hostNames: textList({
    flag: 'host-names',
    env: 'STATION_HOST_NAMES',
    help: 'More host names to answer to, besides localhost, addresses and this machine’s own; * for all, behind a proxy',
    default: [],
    defaultText: 'none',
  }),
  discovery: choice({
    flag: 'discovery',
    env: 'STATION_DISCOVERY',
    choices: ['on', 'off'],
    help: 'Whether programs can find the station (DNS-SD) on the networks it listens on',
    default: 'on',
  }),
  ...mqttSettings('STATION'),
  ...webhookSettings('STATION', 'taps'),
  ...fleetStationSettings,
  portal: choice({
    flag: 'portal',
    env: 'STATION_PORTAL',
    choices: ['quiet', 'portal'],
    help: 'What phones that look for internet are told: quiet: it is there; portal: open the station’s page',
    default: 'quiet',
  }),
  frontPage: choice({
    flag: 'front-page',
    env: 'STATION_FRONT_PAGE',
    choices: ['station', 'plotter'],
    help: 'The page at the station’s address: its own, or that of the plotter service (port 3000) beside it',
    default: 'station',
  }),
  setupFile: optionalText({
    flag: 'setup-file',
    env: 'STATION_SETUP_FILE',
    placeholder: '<file>',
    help: 'Where to request changes of the system, for “stationery setup”; the systemd unit sets it',
    default: undefined,
    defaultText: 'none: pages cannot change the system',
  }),
  setupResult: optionalText({
    flag: 'setup-result',
    env: 'STATION_SETUP_RESULT',
    placeholder: '<file>',
    help: 'Where “stationery setup” reports the result; the systemd unit sets it',
    default: undefined,
    defaultText: 'none',
  }),
  corsOrigins: textList({
    flag: 'cors-origins',
    env: 'STATION_CORS_ORIGINS',
    help: 'Origins whose pages may use the station, such as https://app.example',
    default: [],
    defaultText: 'none',
  }),
  tlsKey: optionalText({
    flag: 'tls-key',
    env: 'STATION_TLS_KEY',
    placeholder: '<file>',
    help: 'A key of your own for HTTPS, in PEM',
    default: undefined,
    defaultText: 'made at the first start',
  }),
  tlsCert: optionalText({
    flag: 'tls-cert',
    env: 'STATION_TLS_CERT',
    placeholder: '<file>',
    help: 'The certificate that belongs to it, in PEM',
    default: undefined,
    defaultText: 'self-signed, made at the first start',
  }),
  firmwareKeys: textList({
    flag: 'firmware-keys',
    env: 'STATION_FIRMWARE_KEYS',
    help: 'Public keys that firmware bundles may be signed with: PEM files, or keys in base64',
    default: [],
    defaultText: 'none: no signed bundle is taken',
  }),
  firmwareAllowUnsigned: choice({
    flag: 'firmware-allow-unsigned',
    env: 'STATION_FIRMWARE_ALLOW_UNSIGNED',
    choices: ['yes', 'no'],
    help: 'Whether bundles that nobody signed are installed; for development only',
    default: 'no',
  }),
  firmwareSlots: optionalText({
    flag: 'firmware-slots',
    env: 'STATION_FIRMWARE_SLOTS',
    placeholder: '<folder>',
    help: 'Where versions are installed; “stationery launch” sets it',
    default: undefined,
    defaultText: 'none',
  }),
  wifiAddress: networkSettings.wifiAddress,
  namesFile: optionalText({
    flag: 'names-file',
    env: 'STATION_NAMES_FILE',
    placeholder: '<file>',
    help: 'Where to tell the name server of the station’s network the nickname; the systemd unit sets it',
    default: undefined,
    defaultText: 'none',
  }),
  logLevel: choice({
    flag: 'log-level',
    env: 'STATION_LOG_LEVEL',
    choices: logLevels,
    help: 'How much to log',
    default: 'info',
  }),
};

export type StationConfig = Omit<SettingValues<typeof stationSettings>, 'cardDir'> & {
  cardDir: string;
  /** Creates the default folder. An explicitly set folder is a card and may be missing. */
  makeCardDir: boolean;
  /** The station's own network; undefined if its settings are wrong. */
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

/** A mistake in the settings of the network must not stop the station. */
function readableNetwork({ env, file }: SettingSources): NetworkSettings | undefined {
  try {
    return readNetworkSettings({ args: [], env, ...(file && { file }), onUnknownKey: () => undefined });
  } catch (error) {
    if (error instanceof SettingError) return undefined;
    throw error;
  }
}

/** Reads the settings of the network from the same part of the config file as those of the station. */
export function readNetworkSettings(sources: SettingSources): NetworkSettings {
  return networkSettingsFrom(withoutKeys(stationSettings, networkCommandSettings, sources));
}
