import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '@stationery/core/testing';

/** A file that somebody chooses, as a path: megabytes handed to the browser as they are take many seconds. */
export async function fileOnDisk(name: string, content: string | Buffer): Promise<string> {
  const path = join(await temporaryFolder(), name);
  writeFileSync(path, content);
  return path;
}
