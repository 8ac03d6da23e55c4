import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import { readOnlyTexts } from '@stationery/appliance/mount';
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
import { CardChanges, unknownFile } from './card-changes.ts';
import { type CardFolder, cardError, contentFlags, type FolderState } from './card-folder.ts';
import { CardIndex, type IndexChange } from './card-index.ts';
import { factsOf } from './card-scan.ts';
import { type CardState, isWorthReporting } from './card-state.ts';
import { CardSync } from './card-sync.ts';
import type { FileBlock } from './file-blocks.ts';
import { finishFileChanges } from './finish-file-changes.ts';
import { finishPendingRenames, withPendingRename } from './pending-renames.ts';
import { ReservedSpace } from './upload/reserved-space.ts';

export interface Listing {
  sizeBytes: number;
  freeBytes: number;
  /** The files in order of id. Arrays and blocks stay the same objects until their files change. */
  blocks: readonly FileBlock[];
}

export interface UnfinishedUploads {
  has(temporaryName: string): boolean;
  /** Removes uploads that were not continued for a long time. Returns whether it removed any. */
  makeRoom(): Promise<boolean>;
}

interface CardDeps {
  folder: CardFolder;
  files: FilesTable;
  unfinished?: UnfinishedUploads;
  clock: Clock;
  log: Logger;
  onChange: (changes: IndexChange[]) => void;
  onState: (state: CardState) => void;
  onInserted?: () => void;
}

const refreshEveryMs = 2_000;
const settleMs = 50;

/** The files on the card. The index is updated after changes and before every answer. */
export class Card {
  readonly #deps: CardDeps;
  readonly #index: CardIndex;
  readonly #queue = new SerialQueue();
  readonly #sync: CardSync;
  readonly #changes: CardChanges;
  readonly #uploading = new Map<string, Promise<unknown>>();
  readonly reserved = new ReservedSpace();
  #state: CardState = { state: 'missing', reason: 'The card was not read yet.', code: 'card-missing' };
  #identity: string | undefined;
  #cancelSoon: (() => void) | undefined;
  #stopRefreshing: () => void = () => {};

  /** Updates the index from the folder. The result is never older than the call. */
  readonly refresh: () => Promise<FolderState>;

  constructor(deps: CardDeps) {
    this.#deps = deps;
    this.#index = new CardIndex(deps.files);
    this.#sync = new CardSync({
      folder: deps.folder,
      index: this.#index,
      uploading: { has: (name) => this.#uploading.has(name) || deps.unfinished?.has(name) === true },
      finishPendingRenames: async (now) => {
        await finishFileChanges({ ...deps, index: this.#index }, now);
        return finishPendingRenames(deps.folder, deps.files);
      },
      onTouched: () => this.#refreshSoon(),
      onChange: deps.onChange,
      onShorter: ({ name, sizeBytes }, expectedBytes) =>
        deps.log.warn(
          { file: name, expectedBytes, foundBytes: sizeBytes },
          'a file on the card is shorter than it was; upload it again',
        ),
    });
    this.#changes = new CardChanges({
      ...deps,
      index: this.#index,
      sync: this.#sync,
      refresh: () => this.#refreshNow(),
    });
    this.refresh = sharedRun(() => this.#queue.run(() => this.#refreshNow()));
  }

  get folder(): CardFolder {
    return this.#deps.folder;
  }

  get isReceiving(): boolean {
    return this.#uploading.size > 0;
  }

  get state(): CardState {
    return this.#state;
  }

  async makeRoom(): Promise<boolean> {
    return (await this.#deps.unfinished?.makeRoom()) ?? false;
  }

  async start(): Promise<void> {
    await this.#refreshInBackground();
    this.#stopRefreshing = this.#deps.clock.every(refreshEveryMs, () => void this.#refreshInBackground());
  }

  async close(): Promise<void> {
    this.#stopRefreshing();
    await Promise.allSettled(this.#uploading.values());
    await this.#queue.close();
    // Close the sync last, because a refresh may start watching the folder.
    this.#sync.close();
    this.#cancelSoon?.();
  }

  /** Protects the temporary file during `upload` from the removal of left-overs. */
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

  /** Returns the file as of the last refresh, like `knownAs`. */
  known(id: number): StoredFile | undefined {
    return this.#index.get(id);
  }

  knownAs(name: string): StoredFile | undefined {
    return this.#index.find(name);
  }

  async find(name: string): Promise<StoredFile | undefined> {
    return (await this.findAll([name]))[0];
  }

  async findAll(names: readonly string[]): Promise<(StoredFile | undefined)[]> {
    await this.refresh();
    return names.map((name) => this.#index.find(name));
  }

  /** Returns the folder's name as the card spells it, or undefined for a folder without files. */
  async findFolder(folder: string): Promise<string | undefined> {
    await this.refresh();
    return this.#deps.files.fileInFolder(folder)?.name.split('/', folder.split('/').length).join('/');
  }

  /** Gives an uploaded file its name. If the name was taken meanwhile, refuses and keeps the older file. */
  async adopt(temporaryPath: string, name: string, mediaType: string | undefined): Promise<StoredFile> {
    return this.#alone(() => this.#changes.adopt(temporaryPath, name, mediaType));
  }

  /**
   * Replaces the content of a file, which keeps its id, name and tags. Fails if `old` changed since the upload began.
   */
  async replace(temporaryPath: string, old: StoredFile, mediaType = old.mediaType): Promise<StoredFile> {
    return this.#alone(() => this.#changes.replace(temporaryPath, old, mediaType));
  }

  async renameHidden(from: string, to: string): Promise<void> {
    const { renamesInSteps } = await this.folder.inspect();
    const diskName = Buffer.from(basename(to));
    const how = { renamesInSteps, temporaryPath: from, diskName, isNew: true };
    await withPendingRename(this.#deps.files, how, () => renameDurably(from, to));
  }

  /**
   * Returns the names of files that may share content after a power cut. Deleting one of two such files would
   * lose both.
   */
  sharedNames(): ReadonlySet<string> {
    const notes = this.#deps.files.pendingRenames();
    return new Set(notes.flatMap(({ temporaryName, diskName }) => [temporaryName, diskName.toString()]));
  }

  async rename(id: number, name: string, pointer: string): Promise<StoredFile> {
    return this.#alone(() => this.#changes.rename(id, name, pointer));
  }

  refuseTaken(name: string): void {
    this.#changes.refuseTaken(name);
  }

  async remove(id: number): Promise<void> {
    await this.#alone(() => this.#changes.remove(id));
  }

  async together<T>(work: (card: CardChanges) => Promise<T>): Promise<T> {
    return this.#alone(async () => {
      await this.#refreshNow();
      return work(this.#changes);
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

  async openContent(id: number) {
    const file = await this.get(id);
    try {
      const handle = await open(this.folder.pathOf(file.diskName), contentFlags);
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
      if (isInserted) this.#deps.onInserted?.();
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
      this.#deps.log.warn({ reason: readOnlyTexts[readOnly] }, 'card read-only');
    this.#deps.onState(state);
  }

  #refreshSoon(): void {
    this.#cancelSoon ??= this.#deps.clock.after(settleMs, () => {
      this.#cancelSoon = undefined;
      void this.#refreshInBackground();
    });
  }

  async #refreshInBackground(): Promise<void> {
    try {
      await this.refresh();
    } catch (error) {
      if (!(error instanceof AppError))
        this.#deps.log.error({ reason: messageOf(error) }, 'card not readable');
    }
  }
}
