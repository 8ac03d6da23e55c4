import { type NetworkSettings, networkCommandSettings } from '@stationery/appliance/network';
import { SettingError } from '@stationery/core';
import { readPlotterConfig } from '@stationery/plotter';
import { readNetworkSettings } from '@stationery/station/config';
import type { CommandContext, CommandSettings } from '../command-line/command.ts';
import { writeError } from '../journal-output.ts';

export const networkSettings: CommandSettings = {
  title: 'Settings of the network',
  section: 'station',
  table: networkCommandSettings,
  example: '{ "wifiCountry": "DE" }',
};

export interface NetworkOptions {
  settings: NetworkSettings;
  readonly plotterPort: number;
}

type Sources = Pick<CommandContext, 'sources' | 'config'>;

export function readOptions({ sources }: Sources): NetworkOptions {
  return withSettings(sources, readNetworkSettings(sources('station')));
}

/** Reads the options. If the config file is broken, warns and uses only typed options and defaults. */
export function readOptionsWithAnyFile({ sources, config }: Sources): NetworkOptions {
  const warn = (message: string) => writeError(`stationery network: ${message}\n`, 'warning');
  try {
    return withSettings(sources, readNetworkSettings({ ...sources('station'), onUnknownKey: warn }));
  } catch (error) {
    // A file named explicitly must be valid.
    if (!(error instanceof SettingError) || config !== undefined) throw error;
    const settings = readNetworkSettings({ args: typedOptions(sources), env: {} });
    warn(`${error.message}; only the options are used`);
    return withSettings(sources, settings);
  }
}

/** Returns the command-line options without reading the config file, which may be broken. */
function typedOptions(sources: Sources['sources']): readonly string[] {
  return sources('station', { withoutFile: true }).args;
}

const withSettings = (sources: Sources['sources'], settings: NetworkSettings): NetworkOptions => ({
  settings,
  // Lazy, because a mistake in the plotter's settings must not stop the radio watchdog.
  get plotterPort() {
    return readPlotterConfig(sources('plotter')).httpPort ?? 3000;
  },
});
