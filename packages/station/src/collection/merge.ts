// Merge rules of an import, shared by the network and the card.
import { isDeepStrictEqual } from 'node:util';
import { describeConflict, tagDetailNames } from '@stationery/contract';
import { nameKey } from '../card/file-name.ts';
import { maxFilesOfAllTags } from '../tags/read-details.ts';
import { refuse } from './collection-error.ts';
import type { CollectedFile, CollectedTag } from './manifest.ts';

interface FileOnCard {
  filename: string;
  size: number;
}

interface FileComparison<F> {
  added: CollectedFile[];
  /** Files that are on the card with different content. */
  changed: { file: CollectedFile; replaces: F }[];
  same: number;
}

export async function compareFiles<F extends FileOnCard>(
  files: readonly CollectedFile[],
  card: Iterable<F>,
  sha256Of: (file: F) => Promise<string>,
): Promise<FileComparison<F>> {
  const there = new Map<string, F>();
  for (const file of card) there.set(nameKey(file.filename), file);
  const found: FileComparison<F> = { added: [], changed: [], same: 0 };
  for (const file of files) {
    const other = there.get(nameKey(file.filename));
    if (other === undefined) found.added.push(file);
    else if (other.size === file.size && (await sha256Of(other)) === file.sha256) found.same += 1;
    else found.changed.push({ file, replaces: other });
  }
  return found;
}

type Changed = readonly { file: CollectedFile }[];

export const conflictOf = (changed: Changed): { count: number; filenames: string[] } => ({
  count: changed.length,
  filenames: changed.slice(0, 5).map(({ file }) => file.filename),
});

export const describeChanged = (changed: Changed): string => describeConflict(conflictOf(changed));

/** Decides what to do with a tag. A tag in use with different details stays unless replacement is requested. */
export function mergeTag(
  wanted: CollectedTag,
  known: CollectedTag | undefined,
  { replace }: { replace: boolean },
): 'set' | 'same' | 'keep' {
  if (known === undefined) return 'set';
  const [own, other] = [detailsOf(known), detailsOf(wanted)];
  if (isDeepStrictEqual(own, other)) return 'same';
  return replace || own.every((detail) => detail === null) ? 'set' : 'keep';
}

export function refuseTooManyFiles(
  filesNow: number,
  changes: readonly { from: CollectedTag | undefined; to: CollectedTag }[],
): void {
  const count = changes.reduce(
    (sum, { from, to }) => sum - (from === undefined ? 0 : filesOf(from)) + filesOf(to),
    filesNow,
  );
  if (count > maxFilesOfAllTags) refuse({ code: 'collection-too-many', count, most: maxFilesOfAllTags });
}

export const filesOf = ({ meaning }: Pick<CollectedTag, 'meaning'>) =>
  meaning?.kind === 'playlist' ? meaning.files.length : 0;

const detailsOf = (tag: CollectedTag) => tagDetailNames.map((name) => tag[name]);
