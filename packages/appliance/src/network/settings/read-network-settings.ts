import { named, port, readSettings, type SettingSources, type SettingValues, text } from '@stationery/core';
import { checkChannel } from './channel.ts';
import { networkSettings } from './network-settings.ts';

/** Station settings that also affect the station's network. */
export const placeSettings = named('STATION', {
  dataDir: text({
    placeholder: '<folder>',
    help: 'Folder for the data of the station: names, tags, bindings, certificate',
    default: 'stationery-data/station',
  }),
  httpPort: port({
    help: 'Port for HTTP; 0 for any free one',
    defaultText: '80, or 8080 if 80 is not available',
  }),
  httpsPort: port({
    help: 'Port for HTTPS; 0 for any free one',
    defaultText: '443, or 8443 if 443 is not available',
  }),
});

export const networkCommandSettings = { ...networkSettings, ...placeSettings };

export type NetworkSettings = SettingValues<typeof networkCommandSettings>;

export function networkSettingsFrom(sources: SettingSources): NetworkSettings {
  const settings = readSettings(networkCommandSettings, sources);
  checkChannel(settings.wifiChannel, settings.wifiCountry);
  return settings;
}
