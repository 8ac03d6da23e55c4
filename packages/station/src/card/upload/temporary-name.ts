import { randomBytes } from 'node:crypto';
import { readdir, unlink } from 'node:fs/promises';
import { join } from 'node:path';

const prefix = '.stationery-upload-';

/** In the card's own folder, because only there a rename is one step; hidden, so that no listing shows it. */
export function temporaryName(id = randomBytes(8).toString('hex')): string {
  return `${prefix}${id}`;
}

/** Removes what uploads that were cut off by a crash have left, sparing those under way. */
export async function removeLeftovers(
  folder: string,
  underWay: { has(name: string): boolean },
): Promise<void> {
  const names = await readdir(folder);
  const leftovers = names.filter((name) => name.startsWith(prefix) && !underWay.has(name));
  // A card that cannot be written keeps them; they do no harm.
  await Promise.allSettled(leftovers.map((name) => unlink(join(folder, name))));
}
