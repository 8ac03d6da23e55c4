import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { messageOf, systemErrorCode } from '@stationery/core/errors';
import { SettingError, type SettingSources } from '@stationery/core/settings';

const usualPath = '/etc/stationery/config.json';
const sections = ['station', 'plotter', 'client'] as const;
type Section = (typeof sections)[number];

/**
 * The settings of one service from all their sources. The config file is named by `--config` or
 * `STATIONERY_CONFIG`; it holds one object for each service, and one for the client commands.
 */
export function settingSources(service: 'station' | 'plotter', args: string[]): SettingSources {
  const rest = [...args];
  const at = rest.indexOf('--config');
  const [, named] = at < 0 ? [] : rest.splice(at, 2);
  const path = named ?? process.env.STATIONERY_CONFIG ?? (existsSync(usualPath) ? usualPath : undefined);
  const sources = { args: rest, env: process.env };
  return path === undefined ? sources : { ...sources, file: readSection(path, service) };
}

/** The same for the client commands. The machine’s config file may hold secrets that are not for everybody. */
export function clientSources(named: string | undefined, args: string[]): SettingSources {
  const sources = { args, env: process.env };
  const path = named ?? process.env.STATIONERY_CONFIG;
  if (path) return { ...sources, file: readSection(path, 'client') };
  const usual = [personalConfigPath(process.env), usualPath].find(isReadable);
  return usual === undefined ? sources : { ...sources, file: readSection(usual, 'client') };
}

/** A person’s own config file, read before that of the machine. */
function personalConfigPath(env: NodeJS.ProcessEnv): string {
  return join(env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'stationery', 'config.json');
}

function isReadable(path: string): boolean {
  try {
    readFileSync(path);
    return true;
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'EACCES'].includes(systemErrorCode(error) ?? '')) return false;
    throw error;
  }
}

function readSection(path: string, section: Section): NonNullable<SettingSources['file']> {
  const values = readConfigFile(path)[section] ?? {};
  if (typeof values !== 'object' || values === null)
    throw new SettingError(`${path}: “${section}” must be an object`);
  return { name: path, values: values as Record<string, unknown> };
}

function readConfigFile(path: string): Partial<Record<Section, unknown>> {
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new SettingError(`the config file ${path} cannot be read: ${messageOf(error)}`);
  }
  if (typeof content !== 'object' || content === null) throw new SettingError(`${path} must hold an object`);
  const unknown = Object.keys(content).find((key) => !(sections as readonly string[]).includes(key));
  if (unknown !== undefined) throw new SettingError(`${path}: there is no service “${unknown}”`);
  return content as Partial<Record<Section, unknown>>;
}
