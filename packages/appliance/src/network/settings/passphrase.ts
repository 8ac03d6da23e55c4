import { randomInt } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { SettingError, systemErrorCode } from '@stationery/core';
import { describeFileError } from '../describe-file-error.ts';
import { saveOriginalState } from '../record/network-record.ts';
import { networkFolder } from '../units/index.ts';
import { isPassphrase } from './is-passphrase.ts';

/** Letters and digits without those that look alike. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';

/** Returns sixteen of 31 characters (79 bits), in groups for easier typing. */
export function makePassphrase(): string {
  const group = () => Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join('');
  return [group(), group(), group(), group()].join('-');
}

/**
 * The file is outside the data folder, because root must not copy content written by the service into network files.
 */
export const passphraseFile = `${networkFolder}/passphrase`;
export const passphrasePath = (root: string) => join(root, passphraseFile);

export function storedPassphrase(root: string): string | undefined {
  const path = passphrasePath(root);
  let stored: string;
  try {
    stored = readFileSync(path, 'utf8').replace(/\n$/, '');
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return undefined;
    throw new SettingError(`the passphrase in ${path} cannot be read: ${describeFileError(error)}`);
  }
  if (!isPassphrase(stored)) {
    throw new SettingError(`${path} must hold 8 to 63 printable ASCII characters; delete it for a new one`);
  }
  return stored;
}

/** Returns the stored passphrase. If it is missing, generates one and stores it, readable by root only. */
export function ensurePassphrase(root: string): string {
  const stored = storedPassphrase(root);
  if (stored !== undefined) return stored;
  const made = makePassphrase();
  const path = passphrasePath(root);
  try {
    saveOriginalState(root, { besides: [passphraseFile] });
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, `${made}\n`, { mode: 0o600, flag: 'wx', flush: true });
  } catch (error) {
    throw new SettingError(`the passphrase cannot be saved in ${path}: ${describeFileError(error)}`);
  }
  return made;
}
