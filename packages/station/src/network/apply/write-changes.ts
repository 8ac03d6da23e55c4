import { join } from 'node:path';
import { forgetRestored, keepBefore } from '../record/keep-before.ts';
import { putPlace } from '../record/place.ts';
import type { Change } from './pending-changes.ts';

/** Makes the changes below a root, each in one step, after keeping what was there before. */
export function writeChanges(root: string, changes: readonly Change[]): void {
  keepBefore(root, { files: changes });
  for (const { path, to } of changes) putPlace(join(root, path), to);
  forgetRestored(root, changes);
}
