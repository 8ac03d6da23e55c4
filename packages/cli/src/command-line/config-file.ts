import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { messageOf, systemErrorCode } from '@stationery/core/errors';
import { SettingError, type SettingSources } from '@stationery/core/settings';
import type { Section } from './command.ts';

const defaultPath = '/etc/stationery/config.json';
const sections: readonly Section[] = ['station', 'plotter', 'board', 'client'];

interface Given {
  config: string | undefined;
  env: NodeJS.ProcessEnv;
  args: string[];
}

/**
 * Reads the config file named by `--config` or `STATIONERY_CONFIG`. Client commands also look for the user’s
 * own file. They ignore the system-wide file if it is unreadable, because it may contain secrets.
 */
export function settingSources(section: Section, { config, env, args }: Given): SettingSources {
  const sources = { args, env };
  const path = config ?? (env.STATIONERY_CONFIG || defaultFile(section, env));
  return path === undefined ? sources : { ...sources, file: readSection(path, section) };
}

function defaultFile(section: Section, env: NodeJS.ProcessEnv): string | undefined {
  if (section !== 'client') return exists(defaultPath) ? defaultPath : undefined;
  return [personalConfigPath(env), defaultPath].find((path) => exists(path, 'EACCES'));
}

/**
 * Whether the file exists. An unreadable file counts as existing, so that reading it reports the error; only
 * errors with a code in `expected` count as missing.
 */
function exists(path: string, ...expected: string[]): boolean {
  try {
    readFileSync(path);
    return true;
  } catch (error) {
    return !['ENOENT', 'ENOTDIR', ...expected].includes(systemErrorCode(error) ?? '');
  }
}

function readSection(path: string, section: Section): NonNullable<SettingSources['file']> {
  const values = readConfigFile(path)[section] ?? {};
  if (typeof values !== 'object' || values === null)
    throw new SettingError(`${path}: “${section}” must be an object`);
  return { name: path, values: values as Record<string, unknown> };
}

export function readConfigFile(path: string): Partial<Record<Section, unknown>> {
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    if (systemErrorCode(error) === 'EACCES')
      throw new SettingError(
        `this user may not read the config file ${path}, which can hold access tokens: use sudo, or name a different file with --config`,
      );
    throw new SettingError(`the config file ${path} cannot be read: ${messageOf(error)}`);
  }
  if (typeof content !== 'object' || content === null || Array.isArray(content))
    throw new SettingError(`${path} must hold an object`);
  const unknown = Object.keys(content).find((key) => !(sections as readonly string[]).includes(key));
  if (unknown !== undefined) throw new SettingError(`${path}: there is no service “${unknown}”`);
  return content as Partial<Record<Section, unknown>>;
}

/** The user's own file. It is looked for before the system-wide file. */
function personalConfigPath(env: NodeJS.ProcessEnv): string {
  return join(env.XDG_CONFIG_HOME || join(env.HOME || homedir(), '.config'), 'stationery', 'config.json');
}
