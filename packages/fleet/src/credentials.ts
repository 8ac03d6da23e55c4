import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { deviceIdPattern } from '@stationery/contract/fleet';
import { messageOf, renameDurablySync, SettingError, systemErrorCode } from '@stationery/core';

/** Credentials of a device, the board or an operator. */
export interface FleetCredentials {
  /** Undefined for the board and operators, which have all permissions. */
  deviceId: string | undefined;
  /** The name given at enrolment. */
  name?: string | undefined;
  /** The private key, which never leaves its machine. */
  seed: string;
  url: string;
  /** Certificate of the server or of its authority, in PEM; undefined if Node already trusts the authority. */
  ca: string | undefined;
}

export const deviceCredentialsFile = (dataDir: string): string => join(dataDir, 'fleet', 'credentials.json');
export const boardCredentialsFile = (dataDir: string): string => join(dataDir, 'board-credentials.json');

const maxTextLength = 100_000;

/** Returns undefined if the file is missing. */
export function readCredentials(path: string): FleetCredentials | undefined {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return undefined;
    throw new SettingError(`the credentials ${path} cannot be read: ${messageOf(error)}`);
  }
  const { deviceId, name, seed, url, ca } = parse(text) ?? {};
  const isId = typeof deviceId === 'string' && deviceIdPattern.test(deviceId);
  if (
    (deviceId !== null && !isId) ||
    typeof seed !== 'string' ||
    !/^SU[A-Z2-7]{56}$/.test(seed) ||
    typeof url !== 'string'
  )
    throw new SettingError(
      `the credentials ${path} are damaged. Revoke them with “stationery fleet revoke”, remove the file and join again`,
    );
  return {
    deviceId: isId ? deviceId : undefined,
    name: typeof name === 'string' ? name : undefined,
    seed,
    url,
    ca: typeof ca === 'string' ? ca : undefined,
  };
}

function parse(text: string): Record<string, unknown> | undefined {
  if (text.length > maxTextLength) return undefined;
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}

/** Writes the file atomically, readable by the owner only. */
export function writeCredentials(path: string, credentials: FleetCredentials): void {
  const { deviceId = null, name = null, seed, url, ca = null } = credentials;
  const text = `${JSON.stringify({ deviceId, name, seed, url, ca }, null, 2)}\n`;
  const temporary = `${path}.new`;
  mkdirSync(dirname(path), { recursive: true });
  // Remove a leftover file first, because it would keep its permissions.
  rmSync(temporary, { force: true });
  writeFileSync(temporary, text, { mode: 0o600, flag: 'wx', flush: true });
  renameDurablySync(temporary, path);
}
