import { AppError, systemErrorCode } from '@stationery/core';
import type { Card } from '../../card/card.ts';
import type { CardChanges } from '../../card/card-changes.ts';
import { contentFlags } from '../../card/card-folder.ts';
import { diskPath } from '../../card/card-scan.ts';
import { nameKey } from '../../card/file-name.ts';
import type { FileHashesTable } from '../../store/file-hashes-table.ts';
import type { StoredFile } from '../../store/files-table.ts';
import type { DetailsChange } from '../../tags/details-change.ts';
import { readDetails } from '../../tags/read-details.ts';
import type { TagRegistry } from '../../tags/tag-registry.ts';
import { damaged } from '../collection-error.ts';
import { type ContentPlace, piecesOf, sha256At } from '../content.ts';
import type { CollectedFile, CollectedTag, Manifest } from '../manifest.ts';
import { filesOf, refuseTooManyFiles } from '../merge.ts';
import { type OwnContents, refuseConflicts } from './compare-carried.ts';
import type { Staging } from './staging.ts';

export interface SwitchDeps {
  card: Card;
  tags: TagRegistry;
  hashes: CardHashes;
  staging: Staging;
}

interface SwitchOptions {
  stageNames: ReadonlyMap<CollectedFile, string>;
  /** Called in the transaction that sets the tags. */
  commit: () => void;
  /** Called when the card refused the switch and was restored. */
  undone: () => void;
  keepsFile: (file: StoredFile) => boolean;
}

interface FileSteps {
  added: CollectedFile[];
  replaced: { file: CollectedFile; old: StoredFile }[];
}

/** Reserve for directory entries, which take space on some cards. */
export const spareBytes = 1024 * 1024;

export async function finderOf(
  card: Card,
  { files }: Manifest,
): Promise<(name: string) => StoredFile | undefined> {
  const found = await card.findAll(files.map(({ filename }) => filename));
  const byName = new Map(files.map(({ filename }, at) => [filename, found[at]]));
  return (name) => byName.get(name);
}

/**
 * Refuses a collection with too many files of tags. Counts only the tags that get more files, because the
 * station changes tags one by one, perhaps before others get fewer.
 */
export function refuseTooManyTagFiles({ tags: wanted }: Manifest, own: OwnContents, tags: TagRegistry): void {
  const changes = wanted.flatMap((to) => {
    const known = tags.bySerial(to.serial);
    const from = known && tags.details(known.id);
    const grows = filesOf(to) > (from === undefined ? 0 : filesOf(from));
    return grows && own.mergeTag(to, from) === 'set' ? [{ from, to }] : [];
  });
  refuseTooManyFiles(tags.countFiles(), changes);
}

/** Stages copies of contents that several files have, or that are on the card under a different name. */
export async function completeStaging(
  needed: readonly (CollectedFile & { stageName: string })[],
  onCard: ReadonlyMap<string, ContentPlace>,
  staging: Staging,
): Promise<void> {
  for (const { stageName, sha256, size } of needed) {
    if (await staging.isWhole(stageName, size)) continue;
    const place =
      onCard.get(sha256) ??
      ((await staging.isWhole(sha256, size)) ? { path: staging.pathOf(sha256), offset: 0, size } : undefined);
    if (place === undefined) return damaged('a file is missing');
    const copy = (offset: number) => piecesOf({ ...place, offset, size: size - offset });
    if ((await staging.receive({ sha256, size }, copy, () => {}, stageName)) === 'damaged')
      damaged('a file was changed while it was copied');
  }
}

/**
 * Returns the steps that change the files. Rejects if they would replace a file that did not come from this
 * collection.
 */
export async function fileSteps(
  { files }: Manifest,
  own: OwnContents,
  find: CardChanges['find'],
  hashes: CardHashes,
  signal?: AbortSignal,
): Promise<FileSteps> {
  const steps: FileSteps = { added: [], replaced: [] };
  const conflicts: { file: CollectedFile }[] = [];
  for (const file of files) {
    const old = find(file.filename);
    if (old === undefined) steps.added.push(file);
    else if ((await hashes.of(old, file.size, signal)) !== file.sha256) {
      if (await own.isOwnFile(old.name, (sizeBytes) => hashes.of(old, sizeBytes, signal)))
        steps.replaced.push({ file, old });
      else conflicts.push({ file });
    }
  }
  refuseConflicts(conflicts);
  return steps;
}

/** Switches to the manifest. May be repeated, because it skips steps already done. */
export async function switchOver(
  manifest: Manifest,
  own: OwnContents,
  deps: SwitchDeps,
  how: SwitchOptions,
): Promise<void> {
  const { card, hashes, staging } = deps;
  const place = (file: CollectedFile) => staging.pathOf(how.stageNames.get(file) ?? file.sha256);
  await card.together(async (turn) => {
    const { added, replaced } = await fileSteps(manifest, own, (name) => turn.find(name), hashes);
    for (const file of [...added, ...replaced.map((each) => each.file)])
      if (!(await staging.isWhole(how.stageNames.get(file) ?? file.sha256, file.size)))
        throw new AppError('card-missing', `“${file.filename}” is not on this card yet.`);
    const done: StoredFile[] = [];
    try {
      for (const file of added) {
        const stored = await turn.adopt(place(file), file.filename, file.mediaType);
        hashes.learn(stored, file.sha256);
        done.push(stored);
      }
    } catch (error) {
      // Remove the added files again. If the card had no room for another name, the switch is undone for good.
      for (const { id } of done) await turn.remove(id);
      if (systemErrorCode(error) === 'ENOSPC') how.undone();
      throw error;
    }
    for (const { file, old } of replaced)
      hashes.learn(await turn.replace(place(file), old, file.mediaType ?? old.mediaType), file.sha256);
    await switchTags(manifest, own, turn, deps, how.commit);
    const wanted = new Set(manifest.files.map(({ filename }) => nameKey(filename)));
    for (const [key, [first]] of own.files) {
      const file = wanted.has(key) || first === undefined ? undefined : turn.find(first.filename);
      if (file === undefined || turn.isInUse(file.id) || how.keepsFile(file)) continue;
      if (await own.isOwnFile(file.name, (sizeBytes) => hashes.of(file, sizeBytes)))
        await turn.remove(file.id);
    }
  });
}

async function switchTags(
  { tags: wanted }: Manifest,
  own: OwnContents,
  turn: CardChanges,
  { tags }: SwitchDeps,
  commit: () => void,
): Promise<void> {
  const card = {
    findAll: async (names: readonly string[]) => names.map((name) => turn.find(name)),
    findFolder: async (folder: string) => folder,
  };
  const changes: { tag: CollectedTag; change: DetailsChange }[] = [];
  for (const tag of wanted) {
    const known = tags.bySerial(tag.serial);
    if (own.mergeTag(tag, known && tags.details(known.id)) !== 'set') continue;
    const { serial: _, model: __, ...change } = tag;
    changes.push({ tag, change: await readDetails(change, known?.id ?? 0, { tags, card }) });
  }
  const serials = new Set(wanted.map(({ serial }) => serial));
  tags.together(() => {
    for (const serial of own.tags.keys()) {
      const known = serials.has(serial) ? undefined : tags.bySerial(serial);
      if (known !== undefined && own.isOwnTag(tags.details(known.id))) tags.remove(known.id);
    }
    for (const { tag, change } of changes) {
      const { id } = tags.bySerial(tag.serial) ?? tags.learn(tag.serial, tag.model);
      tags.changeDetails(id, change);
    }
    commit();
  });
}

/** Hashes of the files on the card. Reads each version of a file once. */
export class CardHashes {
  readonly #card: Card;
  readonly #table: FileHashesTable;

  constructor(card: Card, table: FileHashesTable) {
    this.#card = card;
    this.#table = table;
  }

  async of(file: StoredFile, sizeBytes: number, signal?: AbortSignal): Promise<string | undefined> {
    if (file.sizeBytes !== sizeBytes) return undefined;
    const known = this.#table.get(file);
    if (known !== undefined) return known;
    const sha256 = await sha256At(this.place(file), signal && { signal });
    this.#table.set(file, sha256);
    return sha256;
  }

  learn(file: StoredFile, sha256: string): void {
    this.#table.set(file, sha256);
  }

  place({ diskName, sizeBytes }: StoredFile): ContentPlace {
    const path = diskPath(this.#card.folder.path, diskName);
    return { path, offset: 0, size: sizeBytes, flags: contentFlags };
  }
}
