import { lstat, stat, unlink, utimes } from 'node:fs/promises';
import { AppError, systemErrorCode } from '@stationery/core';
import type { FileChangeNote } from '../store/file-change-notes.ts';
import type { FileFacts, FilesTable, StoredFile } from '../store/files-table.ts';
import type { CardFolder, FolderState } from './card-folder.ts';
import type { CardIndex, IndexChange } from './card-index.ts';
import { diskKey, factsOf } from './card-scan.ts';
import type { CardSync } from './card-sync.ts';
import { claimName, claimNameInSteps } from './claim-name.ts';
import { withPendingRename } from './pending-renames.ts';
import { nameInBetween, renameFile } from './rename-file.ts';
import { changedMeanwhile, replaceFile } from './replace-file.ts';

interface CardChangesDeps {
  folder: CardFolder;
  index: CardIndex;
  files: FilesTable;
  sync: CardSync;
  refresh: () => Promise<FolderState>;
  onChange: (changes: IndexChange[]) => void;
}

/** Changes files on the card. Each change needs exclusive access to the card, which `Card` grants. */
export class CardChanges {
  readonly #deps: CardChangesDeps;

  constructor(deps: CardChangesDeps) {
    this.#deps = deps;
  }

  find(name: string): StoredFile | undefined {
    return this.#deps.index.find(name);
  }

  isInUse(id: number): boolean {
    const file = this.#deps.index.get(id);
    return file !== undefined && this.#deps.files.tagsBoundTo(file).length > 0;
  }

  async adopt(temporaryPath: string, name: string, mediaType: string | undefined): Promise<StoredFile> {
    const { renamesInSteps } = await this.#deps.refresh();
    this.refuseTaken(name);
    const diskName = await this.#deps.folder.makeFolders(Buffer.from(name));
    const path = this.#deps.folder.pathOf(diskName);
    const claim = renamesInSteps ? claimNameInSteps : claimName;
    const file = await withPendingRename(
      this.#deps.files,
      { renamesInSteps, temporaryPath, diskName, isNew: true },
      async () => {
        await claim(temporaryPath, path);
        return this.#register(diskName, mediaType).catch(async (error: unknown) => {
          await unlink(path).catch(() => undefined);
          throw error;
        });
      },
    );
    this.#deps.onChange([{ kind: 'added', file, tagIds: this.#deps.files.tagsBoundTo(file) }]);
    return file;
  }

  async replace(temporaryPath: string, old: StoredFile, mediaType: string | undefined): Promise<StoredFile> {
    const { renamesInSteps } = await this.#deps.refresh();
    // Compare the objects, because size and time are not enough: FAT stores time in steps of two seconds.
    if ((this.#deps.index.get(old.id) ?? unknownFile(old.id)) !== old) changedMeanwhile(old);
    await setLaterDate(temporaryPath, old);
    const { sizeBytes, modifiedNs } = factsOf(old.diskName, await lstat(temporaryPath, { bigint: true }));
    return withPendingRename(
      this.#deps.files,
      { renamesInSteps, temporaryPath, diskName: old.diskName, isNew: false },
      () =>
        this.#deps.folder.holding(old.diskName, async () => {
          const change = await this.#deps.index.replace(
            old,
            { ...old, sizeBytes, modifiedNs, mediaType },
            () => replaceFile(this.#deps.folder, temporaryPath, old),
          );
          try {
            await this.#deps.folder.syncRenamed(old.diskName);
          } finally {
            // Report the change even if the sync failed, because the file is on the card.
            this.#deps.onChange([change]);
          }
          return change.file;
        }),
    );
  }

  async rename(id: number, name: string, pointer: string): Promise<StoredFile> {
    const how = await this.#deps.refresh();
    const file = this.#deps.index.get(id) ?? unknownFile(id);
    if (file.name === name) return file;
    if (this.#deps.index.find(name)?.id !== id) this.refuseTaken(name, pointer);
    const names = { from: file.diskName, to: await this.#deps.folder.makeFolders(Buffer.from(name)) };
    const via = await nameInBetween(this.#deps.folder, names);
    const note = { id, ...names, via, sizeBytes: file.sizeBytes };
    await this.#noted(note, async () => {
      const to = await this.#deps.folder.holding(note.from, () => renameFile(this.#deps.folder, note, how));
      await this.#deps.folder.removeEmptyFolders(note.from);
      return this.#deps.index.finishRename({ ...note, to });
    });
    return this.#deps.index.get(id) ?? unknownFile(id);
  }

  async remove(id: number): Promise<void> {
    const { sizeBytes: cardBytes } = await this.#deps.refresh();
    const file = this.#deps.index.get(id) ?? unknownFile(id);
    const neighbours = this.#deps.index.neighboursOf(id);
    const note = { id, from: file.diskName, to: undefined, neighbours, cardBytes };
    await this.#noted(note, async () => {
      await this.#deps.folder.holding(file.diskName, async () => {
        await this.#unlink(file);
        await this.#deps.folder.sync(file.diskName);
        await this.#deps.folder.removeEmptyFolders(file.diskName);
      });
      return this.#deps.index.finishRemoval(note);
    });
  }

  /**
   * Runs a change and stores a note of it meanwhile. If the change fails without being refused, it may be half
   * done, so the note is kept.
   */
  async #noted(note: FileChangeNote, change: () => Promise<IndexChange[]>): Promise<void> {
    const { changeNotes } = this.#deps.files;
    changeNotes.add(note);
    this.#deps.sync.expectRemoval(diskKey(note.from));
    try {
      this.#deps.onChange(await change());
    } catch (error) {
      if (error instanceof AppError) changeNotes.remove(note);
      else this.#deps.sync.startOver();
      throw error;
    }
  }

  refuseTaken(name: string, pointer = '/data/filename'): void {
    const taken = this.#deps.index.find(name);
    if (taken === undefined) return;
    throw new AppError(
      'name-taken',
      `“${taken.name}” is on the card already. Replace or delete it, or choose another name.`,
      { pointer },
    );
  }

  async #register(diskName: Buffer, mediaType: string | undefined): Promise<StoredFile> {
    await this.#deps.folder.syncRenamed(diskName);
    const facts = (await this.#deps.folder.facts([diskKey(diskName)])).get(diskKey(diskName));
    if (facts === undefined) throw new AppError('card-missing', 'The card was taken out during the upload.');
    return this.#deps.index.add(facts, mediaType);
  }

  async #unlink(file: StoredFile): Promise<void> {
    try {
      await unlink(this.#deps.folder.pathOf(file.diskName));
    } catch (error) {
      if (systemErrorCode(error) !== 'ENOENT') throw error;
      // Either the file was removed elsewhere, or the card is out, in which case `inspect` throws.
      await this.#deps.folder.inspect();
      unknownFile(file.id);
    }
  }
}

export function unknownFile(id: number): never {
  throw new AppError('unknown-file', `There is no file with the id ${id} on the card.`);
}

const fatTimeStepMs = 2_000n;
/**
 * A file dated further ahead was written with a wrong clock. Its replacement gets the current time instead of a
 * later date.
 */
const maxAheadMs = 60_000n;

/**
 * Dates the new file later than the old one. Two files of the same size written to FAT within two seconds would
 * look the same to caches.
 */
async function setLaterDate(path: string, old: FileFacts): Promise<void> {
  const { atimeNs, mtimeNs } = await stat(path, { bigint: true });
  const aheadMs = (old.modifiedNs - mtimeNs) / 1_000_000n;
  if (mtimeNs > old.modifiedNs || aheadMs > maxAheadMs) return;
  const laterMs = old.modifiedNs / 1_000_000n + fatTimeStepMs;
  await utimes(path, Number(atimeNs / 1_000_000n) / 1000, Number(laterMs) / 1000);
}
