import { readSettings, type SettingSources, type SettingValues, withoutKeys } from '@stationery/core';
import { stationSettings } from '../../config.ts';
import { networkSettings } from '../../network-settings/network-settings.ts';
import { checkChannel } from './channel.ts';

/** The settings of `stationery network`: the network, the data folder of the station, and where it listens. */
export const networkCommandSettings = {
  ...networkSettings,
  dataDir: stationSettings.dataDir,
  httpPort: stationSettings.httpPort,
  httpsPort: stationSettings.httpsPort,
};

export type NetworkSettings = SettingValues<typeof networkCommandSettings>;

/** Reads them from where the station reads its own: they stand in the same part of the config file. */
export function readNetworkSettings(sources: SettingSources): NetworkSettings {
  const own = withoutKeys(stationSettings, networkCommandSettings, sources);
  const settings = readSettings(networkCommandSettings, own);
  checkChannel(settings.wifiChannel, settings.wifiCountry);
  return settings;
}
