import type { PlayerSettings } from '@stationery/client/player';
import type { TagDetails } from '@stationery/client/tags';
import { exitCodes, Failure } from '../../terminal/exit-codes.ts';

/** A reader of an older version refuses a newer one; members that it does not know it ignores. */
export const collectionVersion = 1;
export const manifestName = 'collection.json';
export const largestManifestBytes = 64 * 1024 * 1024;

export interface CollectedFile {
  /** Its name in the archive. */
  entry: string;
  filename: string;
  size: number;
  sha256: string;
  mediaType?: string | undefined;
}

export type CollectedTag = Pick<
  TagDetails,
  'serial' | 'model' | 'name' | 'colour' | 'picture' | 'note' | 'meaning'
>;

/** What a collection says of itself. */
export interface Manifest {
  type: 'stationery-collection';
  version: number;
  nickname: string;
  files: CollectedFile[];
  tags: CollectedTag[];
  player: Partial<PlayerSettings>;
}

/** Whatever is not as it should be is refused before anything is changed. */
export function readManifest(text: string): Manifest {
  let manifest: Manifest;
  try {
    manifest = JSON.parse(text) as Manifest;
  } catch {
    return damaged('its list of contents is not JSON');
  }
  if (manifest?.type !== 'stationery-collection') return damaged('it is not a collection');
  if (typeof manifest.version !== 'number') return damaged('it has no version');
  if (manifest.version > collectionVersion) {
    throw new Failure(
      `the collection was made by a newer version (${manifest.version}); this one reads up to ${collectionVersion}. Update first`,
    );
  }
  const { files, tags } = manifest;
  if (!Array.isArray(files) || !Array.isArray(tags) || typeof manifest.player !== 'object')
    return damaged('its list of contents is incomplete');
  for (const file of files) checkFile(file);
  if (new Set(files.map(({ filename }) => filename.toLowerCase())).size < files.length)
    return damaged('two files have the same name');
  for (const { serial, model } of tags) {
    if (!/^0x(?:[0-9A-F]{8}|[0-9A-F]{14}|[0-9A-F]{20})$/.test(String(serial).slice(0, 30)))
      return damaged('a tag has no serial');
    if (model !== 'mifare' && model !== 'mifare_classic') return damaged('a tag has an unknown model');
  }
  return manifest;
}

function checkFile({ entry, filename, size, sha256 }: CollectedFile): void {
  const isName =
    typeof filename === 'string' && filename.length <= 255 && !/^\.|[/\\]|\p{Cc}/u.test(filename);
  if (!isName || filename === '') damaged('a file has a name that no card takes');
  if (!/^files\/\d{6}$/.test(String(entry).slice(0, 20))) damaged(`“${filename}” is at an unknown place`);
  if (!Number.isSafeInteger(size) || size < 0) damaged(`“${filename}” has no size`);
  if (!/^[0-9a-f]{64}$/.test(String(sha256).slice(0, 70))) damaged(`“${filename}” has no checksum`);
}

export function damaged(why: string): never {
  throw new Failure(`the collection is damaged: ${why}. Nothing was changed`, exitCodes.failed);
}
