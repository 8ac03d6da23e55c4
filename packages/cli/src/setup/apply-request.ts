import { stationUnit } from '@stationery/appliance/network';
import { readPresets, requestKeys } from '@stationery/appliance/presets';
import { SettingError } from '@stationery/core/settings';
import { applyPresets } from './apply-presets.ts';
import { readConfig, writeConfig } from './config-file.ts';

interface SystemDeps {
  config: string;
  /** Whether the station has a network of its own. A different one must not be replaced. */
  hasNetwork: boolean;
  applyNetwork(): Promise<boolean>;
  /** Runs a program. Returns false if it failed. */
  run(...words: string[]): Promise<boolean>;
  /** The plotter service must not be restarted during a job. */
  restartPlotterWhenIdle(): void;
}

const plotterUnit = 'stationery-plotter.service';
const networkKeys = ['name', 'passphrase', 'country', 'run'];

/** Returns why the previous settings are in effect; null if the new ones are. */
export async function applyRequest(request: string, system: SystemDeps): Promise<string | null> {
  const values = readPresets(request);
  const foreign = [...values.keys()].find((key) => !requestKeys.includes(key));
  if (foreign !== undefined) throw new SettingError(`“${foreign}” cannot be changed from the page`);
  const clock = values.get('clock');
  values.delete('clock');
  values.delete('power');
  const before = readConfig(system.config);
  const after = applyPresets(before, values);
  if (clock !== undefined) await setClock(clock, system);
  if (values.size === 0) return null;
  writeConfig(system.config, after);
  const changesNetwork = system.hasNetwork && networkKeys.some((key) => values.has(key));
  if (changesNetwork && !(await system.applyNetwork())) {
    writeConfig(system.config, before);
    await system.applyNetwork();
    return 'The Wi-Fi did not start with these settings. The previous ones are in use again.';
  }
  const role = values.get('run');
  if (role === 'station') await system.run('systemctl', 'disable', plotterUnit);
  if (role === 'station' || values.has('token')) system.restartPlotterWhenIdle();
  if (role === 'plotter' || role === 'both') await system.run('systemctl', 'enable', '--now', plotterUnit);
  await system.run('systemctl', 'restart', stationUnit);
  return null;
}

/** Returns whether the request, made since the machine booted, is to shut it down. */
export const isShutdown = (request: string, bootId: string) => readPresets(request).get('power') === bootId;

/** Adds an offset in milliseconds to the clock. */
async function setClock(offset: string, { run }: SystemDeps): Promise<void> {
  if (!/^-?\d{1,14}$/.test(offset)) throw new SettingError(`clock: must be milliseconds, not “${offset}”`);
  const seconds = Math.round((Date.now() + Number(offset)) / 1000);
  if (!(await run('date', '--utc', '--set', `@${seconds}`)))
    throw new SettingError('The clock could not be set.');
}
