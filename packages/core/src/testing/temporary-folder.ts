import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { WhenOver } from './shared.ts';

/** A folder of the test's own, gone when the test is over, or when whoever takes its end says so. */
export async function temporaryFolder(
  inFolder = tmpdir(),
  whenOver: WhenOver = onTestFinished,
): Promise<string> {
  const folder = await mkdtemp(join(inFolder, 'stationery-test-'));
  whenOver(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
