import { existsSync, readFileSync, rmSync } from 'node:fs';
import { stationUnit } from '@stationery/appliance/network';
import { fingerprintOf, readPresets, requestKeys } from '@stationery/appliance/presets';
import { type SetupProblem, setupProblem } from '@stationery/contract';
import { writeDurablySync } from '@stationery/core/durable';
import { SettingError } from '@stationery/core/settings';
import { applyPresets, type Config } from './apply-presets.ts';
import { readConfig, writeConfig } from './config-file.ts';

interface SystemDeps {
  config: string;
  /** Whether the station has its own network. If the network belongs to another program, it must not be replaced. */
  hasNetwork: boolean;
  applyNetwork(): Promise<boolean>;
  run(...words: string[]): Promise<boolean>;
  /** Waits until the plotter service is idle, because a restart would interrupt a job. */
  restartPlotterWhenIdle(): void;
}

const plotterUnit = 'stationery-plotter.service';
const networkKeys = ['name', 'passphrase', 'country', 'run'];

/** Applies a request from the page. Returns why the previous settings are still in effect; null if the new ones are. */
export async function applyRequest(request: string, system: SystemDeps): Promise<SetupProblem | null> {
  const values = readPresets(request);
  const foreign = [...values.keys()].find((key) => !requestKeys.includes(key));
  if (foreign !== undefined) throw new SettingError(`“${foreign}” cannot be changed from the page`);
  const clock = values.get('clock');
  values.delete('clock');
  values.delete('power');
  const undo = `${system.config}.undo`;
  const fingerprint = fingerprintOf(request);
  const before = readUndo(undo, fingerprint) ?? readConfig(system.config);
  const after = applyPresets(before, values);
  if (clock !== undefined && !(await setClock(clock, system))) return setupProblem('clock-failed');
  if (values.size === 0) return null;
  // If power fails before the network has started, the next start needs the previous settings.
  const saved: Undo = { request: fingerprint, before };
  writeDurablySync(undo, JSON.stringify(saved), undefined, 0o600);
  writeConfig(system.config, after);
  const problem = await useConfig(values, before, system);
  rmSync(undo, { force: true });
  return problem;
}

async function useConfig(
  values: ReadonlyMap<string, string>,
  before: Config,
  system: SystemDeps,
): Promise<SetupProblem | null> {
  const changesNetwork = system.hasNetwork && networkKeys.some((key) => values.has(key));
  if (changesNetwork && !(await system.applyNetwork())) {
    writeConfig(system.config, before);
    await system.applyNetwork();
    return setupProblem('wifi-failed');
  }
  const role = values.get('run');
  if (role === 'station') await system.run('systemctl', 'disable', plotterUnit);
  if (role === 'station' || values.has('token')) system.restartPlotterWhenIdle();
  if (role === 'plotter' || role === 'both') await system.run('systemctl', 'enable', '--now', plotterUnit);
  await system.run('systemctl', 'restart', stationUnit);
  return null;
}

/**
 * Whether the request asks for a shutdown. It names the boot
 * id, so that requests from before a restart do not count.
 */
export const isShutdown = (request: string, bootId: string) => readPresets(request).get('power') === bootId;

interface Undo {
  request: string;
  before: Config;
}

function readUndo(path: string, request: string): Config | undefined {
  if (!existsSync(path)) return undefined;
  const undo = JSON.parse(readFileSync(path, 'utf8')) as Undo;
  return undo.request === request ? undo.before : undefined;
}

/** Moves the clock by `offset` milliseconds. Returns false if the clock could not be set. */
async function setClock(offset: string, { run }: SystemDeps): Promise<boolean> {
  if (!/^-?\d{1,14}$/.test(offset)) throw new SettingError(`clock: must be milliseconds, not “${offset}”`);
  const seconds = Math.round((Date.now() + Number(offset)) / 1000);
  return run('date', '--utc', '--set', `@${seconds}`);
}
