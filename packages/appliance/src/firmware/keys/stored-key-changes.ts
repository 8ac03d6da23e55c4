import { readFileSync } from 'node:fs';
import { messageOf, SettingError, systemErrorCode } from '@stationery/core';
import { type Step, writeDurablySync } from '@stationery/core/durable';
import { isKeyId, isShortKey } from '../bundle/key-files.ts';

/** Changes made by update bundles: added keys in base64, and ids of revoked keys. */
export interface StoredKeyChanges {
  added: readonly string[];
  revoked: readonly string[];
}

/** The file is in the data folder rather than in a slot, because clearing the slots must not restore a revoked key. */
export const keysFile = 'firmware-keys.json';

/**
 * Reads the stored changes. Throws if the file is unusable, because a revoked key would otherwise be trusted again.
 */
export function readKeyChanges(path: string): StoredKeyChanges {
  try {
    const { added, revoked } = JSON.parse(readFileSync(path, 'utf8')) as StoredKeyChanges;
    if (!Array.isArray(added) || !added.every(isShortKey)) throw new Error('“added” is not a list of keys');
    if (!Array.isArray(revoked) || !revoked.every(isKeyId))
      throw new Error('“revoked” is not a list of key ids');
    return { added, revoked };
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return { added: [], revoked: [] };
    throw new SettingError(`the changed keys in ${path} cannot be read: ${messageOf(error)}`);
  }
}

export function writeKeyChanges(path: string, keys: StoredKeyChanges, step: Step): void {
  writeDurablySync(path, `${JSON.stringify(keys, null, 2)}\n`, step);
}
