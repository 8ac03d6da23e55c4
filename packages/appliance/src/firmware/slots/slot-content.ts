import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Files in a slot in addition to those of the bundle. */
export const slotFiles = {
  /** Version of the slot; present only if the slot is complete. */
  about: 'slot.json',
  list: 'content.sha256',
  /** Header of the bundle: manifest and signatures. */
  head: 'bundle.head',
} as const;

/** Lists files in the format of `sha256sum`. Uses only Node's built-in modules, because the launcher calls it. */
export function contentList(files: Iterable<{ path: string; content: Buffer }>): string {
  const lines = [...files].map(({ path, content }) => ({ path, sha256: sha256(content) }));
  return listOf(lines);
}

export function readContentList(folder: string): string {
  const ours: readonly string[] = Object.values(slotFiles);
  const lines: { path: string; sha256: string }[] = [];
  const look = (inside: string) => {
    for (const entry of readdirSync(join(folder, inside), { withFileTypes: true })) {
      const path = inside === '' ? entry.name : `${inside}/${entry.name}`;
      if (entry.isDirectory()) look(path);
      // Links and devices are never installed. List them, so that the list differs from the manifest's.
      else if (!entry.isFile()) lines.push({ path, sha256: 'not a file' });
      else if (!ours.includes(path)) lines.push({ path, sha256: sha256(readFileSync(join(folder, path))) });
    }
  };
  look('');
  return listOf(lines);
}

export function sha256(content: Buffer | string): string {
  return createHash('sha256').update(content).digest('hex');
}

export function firstDifference(was: string, is: string): string {
  const before = new Map(was.split('\n').map((line) => [line.slice(66), line]));
  const after = new Map(is.split('\n').map((line) => [line.slice(66), line]));
  for (const [path, line] of before) {
    if (!after.has(path)) return `“${path}” is missing`;
    if (after.get(path) !== line) return `“${path}” was changed`;
  }
  const added = [...after.keys()].find((path) => !before.has(path));
  return added === undefined ? 'the list of its files was changed' : `“${added}” was added`;
}

function listOf(lines: { path: string; sha256: string }[]): string {
  return lines
    .sort((one, other) => (one.path < other.path ? -1 : 1))
    .map(({ path, sha256: digest }) => `${digest}  ${path}\n`)
    .join('');
}
