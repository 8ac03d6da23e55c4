import { closeSync, constants, existsSync, fstatSync, openSync, readFileSync } from 'node:fs';
import type { SetupProblem } from '@stationery/contract';
import { sha256, writeDurablySync } from '@stationery/core';
import { maxPresetBytes } from './read-presets.ts';

/** Keys that a request may contain. Others are refused, because a compromised service could request them. */
export const requestKeys = ['name', 'passphrase', 'country', 'token', 'run', 'reader', 'clock', 'power'];

/** A request to shut down contains the boot id, so that it does not survive a restart. */
export const bootIdPath = '/proc/sys/kernel/random/boot_id';

export interface SetupResult {
  /** Fingerprint of the request. */
  readonly request: string;
  /** Why the settings were not applied; null if they are in effect. */
  readonly problem: SetupProblem | null;
  /** Whether the request is still being applied. */
  readonly isRunning?: boolean;
}

export const fingerprintOf = (text: string) => sha256(text);

/** Reads the request without following links, because the file belongs to a different user. */
export function readRequest(path: string): string | undefined {
  if (!existsSync(path)) return undefined;
  const file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const { size } = fstatSync(file);
    return size > maxPresetBytes ? '' : readFileSync(file, 'utf8');
  } finally {
    closeSync(file);
  }
}

export function writeResult(path: string, result: SetupResult): void {
  writeDurablySync(path, `${JSON.stringify(result)}\n`);
}

export function readResult(path: string): SetupResult | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as SetupResult;
  } catch {
    return undefined;
  }
}
