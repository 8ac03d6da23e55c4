import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { mountOf } from '@stationery/appliance';

/** Whether this user may write to the path, as far as this is known without writing. */
export function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return mountOf(path)?.readOnly !== true;
  } catch {
    return false;
  }
}

export function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

export function existingFolder(path: string): string {
  const whole = resolve(path);
  return existsSync(whole) ? whole : existingFolder(dirname(whole));
}
