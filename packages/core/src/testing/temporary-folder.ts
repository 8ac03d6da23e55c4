import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { WhenOver } from './shared.ts';

/** Creates a folder that is removed at the end of the test or by `whenOver`. */
export async function temporaryFolder(
  inFolder = tmpdir(),
  whenOver: WhenOver = onTestFinished,
): Promise<string> {
  const folder = await mkdtemp(join(inFolder, 'stationery-test-'));
  whenOver(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
