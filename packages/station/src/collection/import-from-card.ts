import { lstat, open } from 'node:fs/promises';
import { join } from 'node:path';
import { readOnlyTexts } from '@stationery/appliance/mount';
import type { CollectionState } from '@stationery/contract';
import { manifestName, maxManifestBytes } from '@stationery/contract/archive';
import { type StoredValue, sha256 } from '@stationery/core';
import type { Card } from '../card/card.ts';
import { contentFlags } from '../card/card-folder.ts';
import { diskPath, unlessMissing } from '../card/card-scan.ts';
import { finishClaim } from '../card/claim-name.ts';
import type { StationPlayer } from '../player/station-player.ts';
import { readDetails } from '../tags/read-details.ts';
import type { TagRegistry } from '../tags/tag-registry.ts';
import { CollectionError, damaged } from './collection-error.ts';
import { type ContentPlace, sha256At } from './content.ts';
import { type CollectedFile, type CollectedTag, type Manifest, readManifest } from './manifest.ts';
import { compareFiles, describeChanged, mergeTag, refuseTooManyFiles } from './merge.ts';

export interface ImportDeps {
  card: Card;
  tags: TagRegistry;
  player: Pick<StationPlayer, 'changeSettings'>;
  imported: StoredValue<string[]>;
}

type Imported = Extract<CollectionState, { state: 'imported' }>;

const maxRemembered = 100;

/**
 * Imports a collection from a folder on the card. Validates everything, moves the files out of the folder,
 * which takes no space, and then sets the tags, so that no tag names a missing file. May be repeated after an
 * interruption. Returns undefined for a collection that this station imported before.
 */
export async function importFromCard(
  folderName: string,
  deps: ImportDeps,
  signal: AbortSignal,
  onBegin: () => void,
): Promise<Imported | undefined> {
  const { card, imported } = deps;
  const folder = await openFolder(join(card.folder.path, folderName));
  const done = imported.get();
  if (done.includes(folder.identity)) return undefined;
  onBegin();
  const manifest = readManifest(folder.text);
  const added = await findAdded(card, manifest.files, signal);
  refuseTooManyFiles(
    deps.tags.countFiles(),
    manifest.tags
      .map((to) => ({ from: knownAs(to, deps), to }))
      .filter(({ from, to }) => mergeTag(to, from, { replace: false }) === 'set'),
  );
  await finishMoves(card, folder, manifest.files, added);
  await verify(folder, added, signal);
  for (const { entry, filename, mediaType } of added) {
    signal.throwIfAborted();
    await card.adopt(join(card.folder.path, folderName, entry), filename, mediaType);
  }
  const tags = await mergeTags(manifest, deps, signal);
  await deps.player.changeSettings(manifest.player);
  imported.set([...done, folder.identity].slice(-maxRemembered));
  return { state: 'imported', folder: folderName, files: added.length, ...tags };
}

async function findAdded(
  card: Card,
  files: readonly CollectedFile[],
  signal: AbortSignal,
): Promise<CollectedFile[]> {
  const { blocks } = await card.list();
  const there = blocks.flatMap((block) =>
    block.map(({ name, sizeBytes, diskName }) => ({ filename: name, size: sizeBytes, diskName })),
  );
  const { added, changed } = await compareFiles(files, there, ({ diskName, size }) => {
    const path = diskPath(card.folder.path, diskName);
    return sha256At({ path, offset: 0, size, flags: contentFlags }, { signal });
  });
  if (changed.length > 0)
    throw new CollectionError(
      'collection-conflict',
      `${describeChanged(changed)} Rename or delete them, and insert the card again.`,
    );
  const { state } = card;
  if (added.length > 0 && state.state === 'present' && state.readOnly !== undefined)
    throw new CollectionError('card-read-only', readOnlyTexts[state.readOnly]);
  return added;
}

/** Completes the moves of an interrupted import, because a crash may have left files in both places. */
async function finishMoves(
  card: Card,
  folder: FolderOfCollection,
  files: readonly CollectedFile[],
  added: readonly CollectedFile[],
): Promise<void> {
  const { state } = card;
  if (state.state === 'present' && state.readOnly !== undefined) return;
  const lacking = new Set(added);
  const there = files.filter((file) => !lacking.has(file));
  const stored = await card.findAll(there.map(({ filename }) => filename));
  for (const [at, { entry }] of there.entries()) {
    const [from, to] = [await folder.place(entry), stored[at]];
    if (from === undefined || to === undefined) continue;
    await finishClaim(from.path, diskPath(card.folder.path, to.diskName));
  }
}

async function verify(
  folder: FolderOfCollection,
  files: readonly CollectedFile[],
  signal: AbortSignal,
): Promise<void> {
  for (const { entry, filename, size, sha256 } of files) {
    const place = await folder.place(entry);
    if (place === undefined || place.size !== size) return damaged(`“${filename}” is missing or incomplete`);
    if ((await sha256At(place, { signal })) !== sha256)
      damaged(`“${filename}” differs from the exported file`);
  }
}

const knownAs = ({ serial }: CollectedTag, { tags }: Pick<ImportDeps, 'tags'>) => {
  const known = tags.bySerial(serial);
  return known && tags.details(known.id);
};

async function mergeTags(
  { tags: wanted }: Manifest,
  deps: ImportDeps,
  signal: AbortSignal,
): Promise<{ tags: number; kept: number }> {
  const { tags } = deps;
  const count = { tags: 0, kept: 0 };
  for (const tag of wanted) {
    signal.throwIfAborted();
    const known = knownAs(tag, deps);
    const step = mergeTag(tag, known, { replace: false });
    if (step === 'keep') count.kept += 1;
    if (step !== 'set') continue;
    const { id } = known ?? tags.learn(tag.serial, tag.model);
    const { serial: _, model: __, ...change } = tag;
    tags.changeDetails(id, await readDetails(change, id, deps));
    count.tags += 1;
  }
  return count;
}

interface FolderOfCollection {
  /** The manifest, not validated yet. */
  text: string;
  /** Hash of the manifest. */
  identity: string;
  /** Resolves to undefined if the file does not exist or is a link. */
  place(entry: string): Promise<ContentPlace | undefined>;
}

export async function openFolder(path: string): Promise<FolderOfCollection> {
  const bytes = await readManifestFile(join(path, manifestName));
  return {
    text: bytes.toString('utf8'),
    identity: sha256(bytes),
    async place(entry) {
      // Refuse a link in place of the folder, because it could point anywhere.
      if (!(await lstat(join(path, 'files')).catch(unlessMissing))?.isDirectory()) return undefined;
      const stats = await lstat(join(path, entry)).catch(unlessMissing);
      if (!stats?.isFile()) return undefined;
      return { path: join(path, entry), offset: 0, size: stats.size, flags: contentFlags };
    },
  };
}

async function readManifestFile(path: string): Promise<Buffer> {
  const handle = await open(path, contentFlags);
  try {
    const stats = await handle.stat();
    if (!stats.isFile()) return damaged('it has no list of contents');
    if (stats.size > maxManifestBytes) return damaged('its list of contents is too large');
    const bytes = Buffer.alloc(stats.size);
    const { bytesRead } = await handle.read(bytes, 0, bytes.length, 0);
    return bytes.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}
