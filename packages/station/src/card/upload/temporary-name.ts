import { randomBytes } from 'node:crypto';
import { readdir, unlink } from 'node:fs/promises';
import { join } from 'node:path';

const prefix = '.stationery-upload-';

/** Returns a name in the card folder, because a rename is atomic only within a file system. */
export function temporaryName(id = randomBytes(8).toString('hex')): string {
  return `${prefix}${id}`;
}

export async function removeLeftovers(
  folder: string,
  underWay: { has(name: string): boolean },
): Promise<void> {
  const names = await readdir(folder);
  const leftovers = names.filter((name) => name.startsWith(prefix) && !underWay.has(name));
  // Ignore errors: a read-only card keeps left-overs, which do no harm.
  await Promise.allSettled(leftovers.map((name) => unlink(join(folder, name))));
}
