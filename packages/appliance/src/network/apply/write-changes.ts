import { join } from 'node:path';
import { writePathState } from '../record/path-state.ts';
import { forgetRestored, saveOriginalState } from '../record/save-original-state.ts';
import type { Change } from './pending-changes.ts';

/** Makes the changes below a root, each in one step, after keeping what was there before. */
export function writeChanges(root: string, changes: readonly Change[]): void {
  saveOriginalState(root, { files: changes });
  for (const { path, to } of changes) writePathState(join(root, path), to);
  forgetRestored(root, changes);
}
