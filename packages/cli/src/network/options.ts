import { SettingError } from '@stationery/core';
import { readPlotterConfig } from '@stationery/plotter';
import { type NetworkSettings, readNetworkSettings } from '@stationery/station/network';
import { settingSources } from '../config-file.ts';
import { complain } from '../journal-output.ts';

/** The options of a command's own. */
export interface OwnOptions {
  value(name: string): string | undefined;
  has(name: string): boolean;
}

export interface Options extends OwnOptions {
  settings: NetworkSettings;
  /** Where the plotter service of this machine listens. */
  readonly plotterPort: number;
}

interface Names {
  values?: string[];
  switches?: string[];
}

/** Parts the options of a command from the settings, which are read from all their sources. */
export function readOptions(args: readonly string[], names: Names): Options {
  const { own, rest } = takeOwn(args, names);
  return withSettings(own, readNetworkSettings(settingSources('station', rest)));
}

/**
 * For a command that must run whatever the config file says: what is wrong with the file is reported, and the options
 * and defaults are used.
 */
export function readOptionsWhateverTheFile(args: readonly string[], names: Names): Options {
  const { own, rest } = takeOwn(args, names);
  const warn = (message: string) => complain(`stationery network: ${message}\n`, 'warning');
  try {
    const sources = { ...settingSources('station', rest), onUnknownKey: warn };
    return withSettings(own, readNetworkSettings(sources));
  } catch (error) {
    // A file that somebody names has to be right.
    if (!(error instanceof SettingError) || rest.includes('--config')) throw error;
    const settings = readNetworkSettings({ args: rest, env: {} });
    warn(`${error.message}; only the options are used`);
    return withSettings(own, settings);
  }
}

/** For a command that needs no settings, and so cannot fail because of them. */
export function readOwnOptions(args: readonly string[], names: Names): OwnOptions {
  const { own, rest } = takeOwn(args, names);
  if (rest.length > 0) throw new SettingError(`there is no option “${rest[0]}”`);
  return own;
}

const withSettings = (own: OwnOptions, settings: NetworkSettings): Options => ({
  ...own,
  settings,
  // Read only where it is asked for: a mistake in the plotter's settings is no reason not to watch the radio.
  get plotterPort() {
    return readPlotterConfig(settingSources('plotter', [])).httpPort ?? 3000;
  },
});

function takeOwn(args: readonly string[], names: Names): { own: OwnOptions; rest: string[] } {
  const left = [...args];
  const values = new Map<string, string>();
  for (const name of names.values ?? []) {
    const at = left.findIndex((arg) => arg === `--${name}` || arg.startsWith(`--${name}=`));
    if (at < 0) continue;
    const joined = left[at] !== `--${name}`;
    const [first = '', second] = left.splice(at, joined ? 1 : 2);
    const value = joined ? first.slice(name.length + 3) : second;
    if (value === undefined || value === '') throw new SettingError(`--${name} needs a value`);
    values.set(name, value);
  }
  const switches = (names.switches ?? []).filter((name) => left.includes(`--${name}`));
  return {
    own: { value: (name) => values.get(name), has: (name) => switches.includes(name) },
    rest: left.filter((arg) => !switches.includes(arg.replace(/^--/, ''))),
  };
}
