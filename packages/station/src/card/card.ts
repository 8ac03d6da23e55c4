import { lstat, open, unlink } from 'node:fs/promises';
import { basename } from 'node:path';
import {
  AppError,
  type Clock,
  type Logger,
  messageOf,
  renameDurably,
  SerialQueue,
  sharedRun,
  systemErrorCode,
} from '@stationery/core';
import type { FilesTable, StoredFile } from '../store/files-table.ts';
import { type CardFolder, cardError, contentFlags, type FolderState } from './card-folder.ts';
import { CardIndex, type IndexChange } from './card-index.ts';
import { diskKey, diskPath, factsOf } from './card-scan.ts';
import { type CardState, isWorthReporting } from './card-state.ts';
import { CardSync } from './card-sync.ts';
import { claimName, claimNameInSteps } from './claim-name.ts';
import type { FileBlock } from './file-blocks.ts';
import { readOnlyTexts } from './mount/read-only-cause.ts';
import { finishPendingRenames, withPendingRename } from './pending-renames.ts';
import { finishFileRename, renameFile } from './rename-file.ts';
import { changedMeanwhile, replaceFile } from './replace-file.ts';
import { setLaterDate } from './set-later-date.ts';
import { ReservedSpace } from './upload/reserved-space.ts';

export interface Listing {
  sizeBytes: number;
  freeBytes: number;
  /** By id, in blocks; the same array for as long as no file changes, the same block for as long as none of it does. */
  blocks: readonly FileBlock[];
}

/** Uploads that can be resumed: their temporary files stay on the card. */
export interface UnfinishedUploads {
  has(temporaryName: string): boolean;
  /** Removes those that nobody has continued for long. Resolves to whether there were any. */
  makeRoom(): Promise<boolean>;
}

export interface CardParts {
  folder: CardFolder;
  files: FilesTable;
  unfinished?: UnfinishedUploads;
  clock: Clock;
  log: Logger;
  onChange: (changes: IndexChange[]) => void;
  onState: (state: CardState) => void;
  /** A card was put in, or the station found one when it started. */
  onInserted?: () => void;
}

/** The card for the one whose turn it is. */
export interface CardTurn {
  find(name: string): StoredFile | undefined;
  /** Whether a tag has the file. */
  isInUse(id: number): boolean;
  adopt(temporaryPath: string, name: string, mediaType: string | undefined): Promise<StoredFile>;
  replace(temporaryPath: string, old: StoredFile, mediaType: string | undefined): Promise<StoredFile>;
  remove(id: number): Promise<void>;
}

const refreshEveryMs = 2_000;
const settleMs = 50;

/** The card and an index of its files, which is updated when the folder changes and before every answer. */
export class Card {
  readonly #parts: CardParts;
  readonly #index: CardIndex;
  readonly #queue = new SerialQueue();
  readonly #sync: CardSync;
  /** The temporary files of uploads under way: not left-overs. */
  readonly #uploading = new Map<string, Promise<unknown>>();
  /** The space that uploads under way will still need. */
  readonly reserved = new ReservedSpace();
  #state: CardState = { state: 'missing', reason: 'The card was not read yet.', code: 'card-missing' };
  /** Which card is in; undefined while there is none. */
  #identity: string | undefined;
  #cancelSoon: (() => void) | undefined;
  #stopRefreshing: () => void = () => {};

  /** Updates the index from the folder. The result is never older than the call. */
  readonly refresh: () => Promise<FolderState>;

  constructor(parts: CardParts) {
    this.#parts = parts;
    this.#index = new CardIndex(parts.files);
    this.#sync = new CardSync({
      folder: parts.folder,
      index: this.#index,
      uploading: { has: (name) => this.#uploading.has(name) || parts.unfinished?.has(name) === true },
      finishPendingRenames: async () => {
        await finishFileRename(parts.folder, parts.files);
        return finishPendingRenames(parts.folder, parts.files);
      },
      onTouched: () => this.#refreshSoon(),
      onChange: parts.onChange,
      onShorter: ({ name, sizeBytes }, expectedBytes) =>
        parts.log.warn(
          { file: name, expectedBytes, foundBytes: sizeBytes },
          'a file on the card is shorter than it was; upload it again',
        ),
    });
    this.refresh = sharedRun(() => this.#queue.run(() => this.#refreshNow()));
  }

  get folder(): CardFolder {
    return this.#parts.folder;
  }

  get state(): CardState {
    return this.#state;
  }

  /** Removes what takes up space and is not used any more. Resolves to whether there was anything. */
  async makeRoom(): Promise<boolean> {
    return (await this.#parts.unfinished?.makeRoom()) ?? false;
  }

  async start(): Promise<void> {
    await this.#refreshInBackground();
    this.#stopRefreshing = this.#parts.clock.every(refreshEveryMs, () => void this.#refreshInBackground());
  }

  async close(): Promise<void> {
    this.#stopRefreshing();
    this.#cancelSoon?.();
    this.#sync.close();
    await Promise.allSettled(this.#uploading.values());
    await this.#queue.idle();
  }

  /** Runs an upload that writes to `temporaryName`; meanwhile this file is not removed as a left-over. */
  async uploading<T>(temporaryName: string, upload: () => Promise<T>): Promise<T> {
    const underWay = upload();
    this.#uploading.set(temporaryName, underWay);
    try {
      return await underWay;
    } finally {
      this.#uploading.delete(temporaryName);
    }
  }

  async list(): Promise<Listing> {
    const { sizeBytes, freeBytes } = await this.refresh();
    return { sizeBytes, freeBytes, blocks: this.#index.blocks() };
  }

  async get(id: number): Promise<StoredFile> {
    await this.refresh();
    return this.#index.get(id) ?? unknownFile(id);
  }

  /** As of the last refresh. */
  known(id: number): StoredFile | undefined {
    return this.#index.get(id);
  }

  async find(name: string): Promise<StoredFile | undefined> {
    return (await this.findAll([name]))[0];
  }

  async findAll(names: readonly string[]): Promise<(StoredFile | undefined)[]> {
    await this.refresh();
    return names.map((name) => this.#index.find(name));
  }

  /** Gives a complete, synced temporary file its name. If the name was taken meanwhile, the older file stays. */
  async adopt(temporaryPath: string, name: string, mediaType: string | undefined): Promise<StoredFile> {
    return this.#alone(() => this.#adopt(temporaryPath, name, mediaType));
  }

  async #adopt(temporaryPath: string, name: string, mediaType: string | undefined): Promise<StoredFile> {
    const { renamesInSteps } = await this.#refreshNow();
    this.refuseTaken(name);
    const diskName = Buffer.from(name);
    const path = diskPath(this.folder.path, diskName);
    const claim = renamesInSteps ? claimNameInSteps : claimName;
    const file = await withPendingRename(
      this.#parts.files,
      { renamesInSteps, temporaryPath, diskName, isNew: true },
      async () => {
        await claim(temporaryPath, path);
        return this.#register(diskName, mediaType).catch(async (error: unknown) => {
          // An upload that is refused leaves nothing behind, not even a whole file.
          await unlink(path).catch(() => undefined);
          throw error;
        });
      },
    );
    this.#parts.onChange([{ kind: 'added', file, tagIds: [] }]);
    return file;
  }

  /**
   * Replaces `old` with a complete, synced temporary file; id, name and tags stay the same. If `old` has changed
   * since the upload began, it is not replaced.
   */
  async replace(temporaryPath: string, old: StoredFile, mediaType = old.mediaType): Promise<StoredFile> {
    return this.#alone(() => this.#replace(temporaryPath, old, mediaType));
  }

  async #replace(temporaryPath: string, old: StoredFile, mediaType: string | undefined): Promise<StoredFile> {
    const { renamesInSteps } = await this.#refreshNow();
    // Size and time are not enough to tell: FAT counts time in steps of two seconds.
    if ((this.#index.get(old.id) ?? unknownFile(old.id)) !== old) changedMeanwhile(old);
    await setLaterDate(temporaryPath, old);
    const { sizeBytes, modifiedNs } = factsOf(old.diskName, await lstat(temporaryPath, { bigint: true }));
    return withPendingRename(
      this.#parts.files,
      { renamesInSteps, temporaryPath, diskName: old.diskName, isNew: false },
      () =>
        this.folder.holding(old.diskName, async () => {
          const change = await this.#index.replace(old, { ...old, sizeBytes, modifiedNs, mediaType }, () =>
            replaceFile(this.folder, temporaryPath, old),
          );
          try {
            await this.folder.syncRenamed(old.diskName);
          } finally {
            // Even if the sync failed, this is what is on the card now.
            this.#parts.onChange([change]);
          }
          return change.file;
        }),
    );
  }

  /** Gives a hidden file of the station another hidden name. */
  async renameHidden(from: string, to: string): Promise<void> {
    const { renamesInSteps } = await this.folder.inspect();
    const diskName = Buffer.from(basename(to));
    const how = { renamesInSteps, temporaryPath: from, diskName, isNew: true };
    await withPendingRename(this.#parts.files, how, () => renameDurably(from, to));
  }

  /** Since a power cut the content of these may have a second name, which would lose it with the first. */
  sharedNames(): ReadonlySet<string> {
    const notes = this.#parts.files.pendingRenames();
    return new Set(notes.flatMap(({ temporaryName, diskName }) => [temporaryName, diskName.toString()]));
  }

  /** Gives a file another name; id and tags stay the same. */
  async rename(id: number, name: string, pointer: string): Promise<StoredFile> {
    return this.#alone(async () => {
      const how = await this.#refreshNow();
      const file = this.#index.get(id) ?? unknownFile(id);
      if (file.name === name) return file;
      if (this.#index.find(name)?.id !== id) this.refuseTaken(name, pointer);
      const { renameNotes } = this.#parts.files;
      const note = { id, from: file.diskName, to: Buffer.from(name), sizeBytes: file.sizeBytes };
      renameNotes.write(note);
      this.#sync.expectRemoval(diskKey(file.diskName));
      try {
        await this.folder.holding(file.diskName, () => renameFile(this.folder, note, how));
      } catch (error) {
        // A name that was refused; what else failed may have been half done.
        if (error instanceof AppError) renameNotes.remove();
        throw error;
      }
      const change = this.#index.finishRename(file, note, name);
      this.#parts.onChange([change]);
      return change.file;
    });
  }

  async #register(diskName: Buffer, mediaType: string | undefined): Promise<StoredFile> {
    await this.folder.syncRenamed(diskName);
    const facts = (await this.folder.facts([diskKey(diskName)])).get(diskKey(diskName));
    if (facts === undefined) throw new AppError('card-missing', 'The card was taken out during the upload.');
    return this.#index.add(facts, mediaType);
  }

  refuseTaken(name: string, pointer = '/data/filename'): void {
    const taken = this.#index.find(name);
    if (taken === undefined) return;
    throw new AppError(
      'name-taken',
      `“${taken.name}” is on the card already. Replace or delete it, or choose another name.`,
      { pointer },
    );
  }

  /** First the file, then its row: a crash in between leaves a file that vanished, never a row without a file. */
  async remove(id: number): Promise<void> {
    await this.#alone(() => this.#remove(id));
  }

  async #remove(id: number): Promise<void> {
    await this.#refreshNow();
    const file = this.#index.get(id) ?? unknownFile(id);
    this.#sync.expectRemoval(diskKey(file.diskName));
    await this.folder.holding(file.diskName, async () => {
      await this.#unlink(file);
      await this.folder.sync();
    });
    this.#parts.onChange([this.#index.remove(file)]);
  }

  /** Several changes in one turn: nobody sees the card, or changes it, in between. */
  async together<T>(work: (card: CardTurn) => Promise<T>): Promise<T> {
    return this.#alone(async () => {
      await this.#refreshNow();
      return work({
        find: (name) => this.#index.find(name),
        isInUse: (id) => this.#parts.files.tagsBoundTo(id).length > 0,
        adopt: (temporaryPath, name, mediaType) => this.#adopt(temporaryPath, name, mediaType),
        replace: (temporaryPath, old, mediaType) => this.#replace(temporaryPath, old, mediaType),
        remove: (id) => this.#remove(id),
      });
    });
  }

  #alone<T>(work: () => Promise<T>): Promise<T> {
    return this.#queue.run(async () => {
      try {
        return await work();
      } catch (error) {
        throw cardError(error, this.folder.path);
      }
    });
  }

  async #unlink(file: StoredFile): Promise<void> {
    try {
      await unlink(diskPath(this.folder.path, file.diskName));
    } catch (error) {
      if (systemErrorCode(error) !== 'ENOENT') throw error;
      // Either somebody else was quicker, or the card is out.
      await this.#parts.folder.inspect();
      unknownFile(file.id);
    }
  }

  /** The open file and its facts at this moment. */
  async openContent(id: number) {
    const file = await this.get(id);
    try {
      const handle = await open(diskPath(this.folder.path, file.diskName), contentFlags);
      try {
        const stats = await handle.stat({ bigint: true });
        if (!stats.isFile()) unknownFile(id);
        const { sizeBytes, modifiedNs } = factsOf(file.diskName, stats);
        return { file: { ...file, sizeBytes, modifiedNs }, handle };
      } catch (error) {
        await handle.close();
        throw error;
      }
    } catch (error) {
      if (['ENOENT', 'ELOOP', 'ENXIO'].includes(systemErrorCode(error) ?? '')) return unknownFile(id);
      throw cardError(error, this.folder.path);
    }
  }

  async #refreshNow(): Promise<FolderState> {
    try {
      const now = await this.#sync.refresh();
      const { sizeBytes, freeBytes, readOnly, isPlainFolder } = now;
      const fileCount = this.#index.size;
      this.#setState({ state: 'present', sizeBytes, freeBytes, fileCount, isPlainFolder, readOnly });
      const isInserted = this.#identity !== now.identity;
      this.#identity = now.identity;
      if (isInserted) this.#parts.onInserted?.();
      return now;
    } catch (error) {
      this.#identity = undefined;
      const failure = cardError(error, this.folder.path);
      if (failure instanceof AppError) {
        const code = failure.code === 'card-missing' ? 'card-missing' : 'card-failed';
        this.#setState({ state: 'missing', reason: failure.message, code });
      }
      throw failure;
    }
  }

  #setState(state: CardState): void {
    const before = this.#state;
    this.#state = state;
    if (!isWorthReporting(before, state)) return;
    const readOnly = state.state === 'present' ? state.readOnly : undefined;
    if (readOnly !== undefined && (before.state === 'missing' || before.readOnly !== readOnly))
      this.#parts.log.warn({ reason: readOnlyTexts[readOnly] }, 'card read-only');
    this.#parts.onState(state);
  }

  #refreshSoon(): void {
    this.#cancelSoon ??= this.#parts.clock.after(settleMs, () => {
      this.#cancelSoon = undefined;
      void this.#refreshInBackground();
    });
  }

  async #refreshInBackground(): Promise<void> {
    try {
      await this.refresh();
    } catch (error) {
      if (!(error instanceof AppError))
        this.#parts.log.error({ reason: messageOf(error) }, 'card not readable');
    }
  }
}

function unknownFile(id: number): never {
  throw new AppError('unknown-file', `There is no file with the id ${id} on the card.`);
}
