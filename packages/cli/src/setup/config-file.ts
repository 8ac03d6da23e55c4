import { chownSync, readFileSync, statSync } from 'node:fs';
import { configFile } from '@stationery/appliance/network';
import { writeDurablySync } from '@stationery/core/durable';
import type { Config } from './apply-presets.ts';

export const readConfig = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as Config;

/**
 * Keeps the owner of the file, because the services must be able
 * to read it. It may hold tokens, so other users must not.
 */
export function writeConfig(path: string, config: Config): void {
  const { uid, gid } = statSync(path);
  writeDurablySync(path, `${JSON.stringify(config, undefined, 2)}\n`, undefined, configFile.mode);
  chownSync(path, uid, gid);
}
