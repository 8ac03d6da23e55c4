import { SettingError } from '@stationery/core';
import { readPlotterConfig } from '@stationery/plotter';
import { type NetworkSettings, readNetworkSettings } from '@stationery/station/network';
import { settingSources } from '../config-file.ts';

export interface Options {
  settings: NetworkSettings;
  /** Where the plotter service of this machine listens. */
  plotterPort: number;
  /** The value of an option of the command's own. */
  value(name: string): string | undefined;
  has(name: string): boolean;
}

/** Parts the options of a command from the settings, which are read from all their sources. */
export function readOptions(
  args: readonly string[],
  own: { values?: string[]; switches?: string[] },
): Options {
  const rest = [...args];
  const values = new Map<string, string>();
  for (const name of own.values ?? []) {
    const at = rest.findIndex((arg) => arg === `--${name}` || arg.startsWith(`--${name}=`));
    if (at < 0) continue;
    const joined = rest[at] !== `--${name}`;
    const [first = '', second] = rest.splice(at, joined ? 1 : 2);
    const value = joined ? first.slice(name.length + 3) : second;
    if (value === undefined || value === '') throw new SettingError(`--${name} needs a value`);
    values.set(name, value);
  }
  const switches = (own.switches ?? []).filter((name) => rest.includes(`--${name}`));
  const settings = rest.filter((arg) => !switches.includes(arg.replace(/^--/, '')));
  return {
    settings: readNetworkSettings(settingSources('station', settings)),
    plotterPort: readPlotterConfig(settingSources('plotter', [])).httpPort ?? 3000,
    value: (name) => values.get(name),
    has: (name) => switches.includes(name),
  };
}
