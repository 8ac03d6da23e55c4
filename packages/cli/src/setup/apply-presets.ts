import { SettingError, type SettingSources } from '@stationery/core/settings';
import { readPlotterConfig } from '@stationery/plotter';
import { readNetworkSettings, readStationConfig } from '@stationery/station/config';

/** The content of a config file. */
export type Config = Record<string, Record<string, unknown> | undefined>;

/** The settings behind each preset, by section of the config file. */
const presets: Record<string, (value: string) => Config> = {
  name: (nickname) => ({ station: { nickname, wifiSsid: nickname } }),
  passphrase: (wifiPassphrase) => ({ station: { wifiPassphrase, wifiSecurity: 'wpa2', portal: 'quiet' } }),
  country: (wifiCountry) => ({ station: { wifiCountry } }),
  token: (token) => ({ station: { token }, plotter: { token } }),
  reader: (reader) => ({ station: { reader } }),
  run: (services) => {
    if (services !== 'station' && services !== 'both')
      throw new SettingError(`must be station or both, not “${services}”`);
    return { station: { wifiPlotter: services === 'both' ? 'on' : 'off' } };
  },
  plotter: (serialPath) => ({ plotter: { serialPath } }),
};

/** Returns the config with the presets. Throws, naming the preset, unless the services accept it. */
export function applyPresets(config: Config, values: ReadonlyMap<string, string>): Config {
  let changed = config;
  for (const [key, value] of values) {
    const preset = Object.hasOwn(presets, key) ? presets[key] : undefined;
    if (preset === undefined)
      throw new SettingError(`there is no “${key}”, only ${Object.keys(presets).join(', ')}`);
    try {
      if (value === '') throw new SettingError('must not be empty');
      changed = merged(changed, preset(value));
      check(changed);
    } catch (error) {
      if (!(error instanceof SettingError)) throw error;
      throw new SettingError(`${key}: ${error.message}`);
    }
  }
  return changed;
}

function merged(config: Config, change: Config): Config {
  const sections = Object.entries(change).map(([name, values]) => [name, { ...config[name], ...values }]);
  return { ...config, ...Object.fromEntries(sections) };
}

function check(config: Config): void {
  const sources = (section: string): SettingSources => ({
    args: [],
    env: {},
    file: { name: 'stationery.toml', values: config[section] ?? {} },
  });
  readStationConfig(sources('station'));
  readNetworkSettings(sources('station'));
  readPlotterConfig(sources('plotter'));
}
