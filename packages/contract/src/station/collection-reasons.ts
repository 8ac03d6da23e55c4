import { type TUnsafe, Type } from 'typebox';
import { list } from '../exact.ts';
import { describing, plain, type ReasonOf, reasonSchema, row } from '../reason-table.ts';

const integer = Type.Integer();
const nothing = 'Nothing was changed.';

/** Conflicting files are replaced only on request, because tags would then play different content. */
export function describeConflict({ count, filenames }: { count: number; filenames: string[] }): string {
  const names = filenames.map((name) => `“${name}”`).join(', ');
  return `The card has ${count === 1 ? '1 file' : `${count} files`} of the same name with other content: ${names}. ${nothing}`;
}

/** Programs compare the codes, so they never change. */
export const collectionReasons = {
  'collection-damaged': row(
    { fault: Type.String({ description: 'The fault, in English' }) },
    ({ fault }) => `The collection is damaged: ${fault}. ${nothing} Export it again.`,
  ),
  'collection-newer': row(
    { version: integer, known: integer },
    ({ version, known }) =>
      `The collection was made by a newer version (${version}); this one reads up to ${known}. ${nothing} Update first.`,
  ),
  'collection-other-device': plain(
    `This is the backup of a plotter, not of a station. ${nothing} Restore it on the page of the plotter.`,
  ),
  'collection-conflict': row(
    { count: integer, filenames: list(Type.String(), 'The first of the files', 5) },
    (conflict) => `${describeConflict(conflict)} Rename or delete them at the station.`,
  ),
  'collection-too-many': row(
    { count: integer, most: integer },
    ({ count, most }) =>
      `With this collection all tags together would have ${count} files; ${most} are possible. ${nothing} Remove files from tags of the station.`,
  ),
  'card-full': row(
    { neededBytes: integer, freeBytes: integer },
    ({ neededBytes, freeBytes }) =>
      `The card has no room for the collection: ${neededBytes} bytes are needed, ${freeBytes} are free.`,
  ),
  'file-too-large': row(
    { filename: Type.String() },
    ({ filename }) => `The card cannot hold “${filename}”: it is too large.`,
  ),
};

export type CollectionReason = ReasonOf<typeof collectionReasons>;

export const CollectionReason: TUnsafe<CollectionReason> = reasonSchema(
  collectionReasons,
  'CollectionReason',
  'Why a station refuses a collection',
);

export const describeCollectionReason: (reason: CollectionReason) => string = describing(collectionReasons);
