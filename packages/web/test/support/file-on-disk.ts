import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '@stationery/core/testing';

/** Writes a file that is chosen by its path, because passing megabytes to the browser takes many seconds. */
export async function fileOnDisk(name: string, content: string | Buffer): Promise<string> {
  const path = join(await temporaryFolder(), name);
  writeFileSync(path, content);
  return path;
}
