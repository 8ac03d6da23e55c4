import { channelsIn } from '@stationery/appliance/network';
import { setupRoles } from '@stationery/contract';
import { SettingError, type SettingSources } from '@stationery/core/settings';
import { readPlotterConfig } from '@stationery/plotter';
import { readNetworkSettings, readStationConfig } from '@stationery/station/config';

export type Config = Record<string, Record<string, unknown> | undefined>;

/** Presets for which an empty text means “no passphrase” or “no token”. */
const mayBeEmpty = ['passphrase', 'token'];

const presets: Record<string, (value: string, config: Config) => Config> = {
  name: (nickname) => ({ station: { nickname, wifiSsid: nickname } }),
  passphrase: (wifiPassphrase) =>
    wifiPassphrase === ''
      ? { station: { wifiPassphrase: undefined, wifiSecurity: 'open', portal: 'portal' } }
      : { station: { wifiPassphrase, wifiSecurity: 'wpa2', portal: 'quiet' } },
  country: (wifiCountry, { station }) => ({
    station: {
      wifiCountry,
      // A channel that this country forbids is replaced by the default one, which is allowed everywhere.
      ...(!channelsIn(wifiCountry.toUpperCase()).includes(Number(station?.wifiChannel)) && {
        wifiChannel: undefined,
      }),
    },
  }),
  token: (text) => {
    const token = text === '' ? undefined : text;
    return { station: { token }, plotter: { token } };
  },
  reader: (reader) => ({ station: { reader } }),
  run: (role) => {
    if (!(setupRoles as readonly string[]).includes(role))
      throw new SettingError(`run: must be station, plotter or both, not “${role}”`);
    // The station service also runs if only the plotter is used, because it
    // has the settings, the host names and the updates of the device.
    const frontPage = role === 'plotter' ? 'plotter' : undefined;
    return { station: { wifiPlotter: role === 'station' ? 'off' : 'on', frontPage } };
  },
  plotter: (serialPath) => ({ plotter: { serialPath } }),
};

/**
 * Returns the changed config. Throws an error that names the preset if the services refuse its value. If they
 * refused an earlier setting already, a preset may correct it; otherwise the error names that setting.
 */
export function applyPresets(config: Config, values: ReadonlyMap<string, string>): Config {
  const earlier = problemOf(config);
  let problem = earlier;
  let changed = config;
  for (const [key, value] of values) {
    const preset = Object.hasOwn(presets, key) ? presets[key] : undefined;
    if (preset === undefined)
      throw new SettingError(`there is no “${key}”, only ${Object.keys(presets).join(', ')}`);
    if (value.trim() === '' && !mayBeEmpty.includes(key)) throw new SettingError(`${key}: must not be empty`);
    changed = merged(changed, preset(value, changed));
    problem = problemOf(changed);
    // Users know the preset, not the setting behind it.
    if (problem !== undefined && problem !== earlier)
      throw new SettingError(`${key}: ${problem.replace(/^(stationery\.toml: \w+|STATION_\w+:?) /, '')}`);
  }
  if (problem !== undefined) throw new SettingError(`an earlier setting is wrong: ${problem}`);
  return changed;
}

function merged(config: Config, change: Config): Config {
  const sections = Object.entries(change).map(([name, values]) => [name, { ...config[name], ...values }]);
  return { ...config, ...Object.fromEntries(sections) };
}

function problemOf(config: Config): string | undefined {
  const sources = (section: string): SettingSources => ({
    args: [],
    env: {},
    file: { name: 'stationery.toml', values: config[section] ?? {} },
  });
  try {
    readStationConfig(sources('station'));
    readNetworkSettings(sources('station'));
    readPlotterConfig(sources('plotter'));
    return undefined;
  } catch (error) {
    if (error instanceof SettingError) return error.message;
    throw error;
  }
}
