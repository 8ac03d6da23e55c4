import {
  closeSync,
  fchmodSync,
  fsyncSync,
  mkdirSync,
  openSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { renameDurablySync, SettingError } from '@stationery/core';
import { isLink, type Rendered } from '../rendered-file.ts';
import { whyRefused } from '../why-refused.ts';
import type { Change } from './pending-changes.ts';

/** Makes the changes below a root, each in one step: a power cut leaves a file whole, old or new. */
export function writeChanges(root: string, changes: readonly Change[]): void {
  for (const { path, rendered } of changes) {
    const full = join(root, path);
    try {
      if (rendered === undefined) rmSync(full, { force: true });
      else putInPlace(full, rendered);
    } catch (error) {
      throw new SettingError(`${full} cannot be written: ${whyRefused(error)}`);
    }
  }
}

function putInPlace(path: string, rendered: Rendered): void {
  const folder = dirname(path);
  mkdirSync(folder, { recursive: true });
  const beside = join(folder, `.${basename(path)}.new`);
  rmSync(beside, { force: true });
  if (isLink(rendered)) symlinkSync(rendered.target, beside);
  else writeSynced(beside, rendered.content, rendered.mode);
  renameDurablySync(beside, path);
}

function writeSynced(path: string, content: string, mode: number): void {
  // From the first byte on nobody else may read it; the mode that it shall have may allow more.
  const handle = openSync(path, 'wx', 0o600);
  try {
    writeFileSync(handle, content);
    fchmodSync(handle, mode);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
