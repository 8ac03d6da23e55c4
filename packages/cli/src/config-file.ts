import { existsSync, readFileSync } from 'node:fs';
import { messageOf, SettingError, type SettingSources } from '@stationery/core';

const usualPath = '/etc/stationery/config.json';

/**
 * The settings of one service from all their sources. The config file is named by `--config` or
 * `STATIONERY_CONFIG`; it holds one object for each service.
 */
export function settingSources(service: 'station' | 'plotter', args: string[]): SettingSources {
  const rest = [...args];
  const at = rest.indexOf('--config');
  const [, named] = at < 0 ? [] : rest.splice(at, 2);
  const path = named ?? process.env.STATIONERY_CONFIG ?? (existsSync(usualPath) ? usualPath : undefined);
  if (path === undefined) return { args: rest, env: process.env };
  const values = readConfigFile(path)[service] ?? {};
  if (typeof values !== 'object' || values === null)
    throw new SettingError(`${path}: “${service}” must be an object`);
  return { args: rest, env: process.env, file: { name: path, values: values as Record<string, unknown> } };
}

function readConfigFile(path: string): Record<string, unknown> {
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new SettingError(`the config file ${path} cannot be read: ${messageOf(error)}`);
  }
  if (typeof content !== 'object' || content === null) throw new SettingError(`${path} must hold an object`);
  const unknown = Object.keys(content).find((key) => key !== 'station' && key !== 'plotter');
  if (unknown !== undefined) throw new SettingError(`${path}: there is no service “${unknown}”`);
  return content as Record<string, unknown>;
}
