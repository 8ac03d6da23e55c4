import type { BigIntStats } from 'node:fs';
import { access, constants, open, stat, statfs } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { AppError, syncFolder, syncRenamed, systemErrorCode } from '@stationery/core';
import type { FileFacts } from '../store/files-table.ts';
import { type DiskKey, diskKey, diskPath, readFacts, readNames } from './card-scan.ts';
import { displayName, nameKey } from './file-name.ts';
import { type ChangeReports, changeReportsOf, largestFileOf, renamesInSteps } from './file-systems.ts';
import { findReadOnlyCause, type ReadOnlyCause, readOnlyTexts } from './mount/read-only-cause.ts';

/** What the folder of the card is like right now. */
export interface FolderState {
  /** Which folder on which file system this is: another card has another. */
  identity: string;
  modifiedNs: bigint;
  sizeBytes: number;
  freeBytes: number;
  watching: ChangeReports;
  /** The largest file that this file system can hold. */
  largestFileBytes: number;
  /** Undefined where it can be written. */
  readOnly: ReadOnlyCause | undefined;
  /** Whether a power cut can leave a rename half done. */
  renamesInSteps: boolean;
  /** A folder on the machine's own disk, whose size and free space it shares, and not a card of its own. */
  isPlainFolder: boolean;
}

/**
 * Whether the folder must be a mount point. `auto`: once it has been one, it must be one again, because the
 * folder that a card leaves behind when it is taken out looks like an empty card.
 */
export type MountRule = 'auto' | 'yes' | 'no';

export interface MountMemory {
  wasMounted(path: string): boolean;
  rememberMounted(path: string): void;
}

/** Links are not followed: they were not listed either. A pipe that took the file's place is not waited for. */
export const contentFlags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

export class CardFolder {
  readonly path: string;
  readonly #rule: MountRule;
  readonly #memory: MountMemory;
  #mountRequired: boolean;

  constructor(path: string, rule: MountRule, memory: MountMemory) {
    this.path = resolve(path);
    this.#rule = rule;
    this.#memory = memory;
    this.#mountRequired = rule === 'yes' || (rule === 'auto' && memory.wasMounted(this.path));
  }

  /** Rejects with `card-missing` or `card-failed` when there is no card to use. */
  async inspect(): Promise<FolderState> {
    try {
      const [folder, parent, space, readOnly] = await Promise.all([
        stat(this.path, { bigint: true }),
        stat(dirname(this.path), { bigint: true }),
        statfs(this.path),
        this.#readOnly(),
      ]);
      if (!folder.isDirectory())
        throw new AppError(
          'card-missing',
          'The card path is not a folder. Set STATION_CARD_DIR to a folder.',
        );
      this.#requireMount(folder, parent);
      return {
        identity: `${folder.dev}:${folder.ino}:${folder.birthtimeNs}`,
        modifiedNs: folder.mtimeNs,
        sizeBytes: space.blocks * space.bsize,
        freeBytes: space.bavail * space.bsize,
        watching: changeReportsOf(space.type),
        largestFileBytes: largestFileOf(space.type),
        readOnly,
        renamesInSteps: renamesInSteps(space.type),
        isPlainFolder: folder.dev === parent.dev,
      };
    } catch (error) {
      throw cardError(error, this.path);
    }
  }

  async modifiedNs(): Promise<bigint> {
    return (await stat(this.path, { bigint: true })).mtimeNs;
  }

  pathOf(diskName: Buffer): Buffer {
    return diskPath(this.path, diskName);
  }

  /** Every name in the folder that could be a file. */
  names(): Promise<Set<DiskKey>> {
    return readNames(this.path);
  }

  /** Returns a name as the folder lists it: file systems may change its case or normal form. */
  async spelling(diskName: Buffer): Promise<Buffer | undefined> {
    const names = await this.names();
    if (names.has(diskKey(diskName))) return diskName;
    const wanted = nameKey(displayName(diskName));
    for (const name of names) {
      const spelled = Buffer.from(name, 'latin1');
      if (nameKey(displayName(spelled)) === wanted) return spelled;
    }
    return undefined;
  }

  /** The facts of those of the names that are files. */
  facts(names: Iterable<DiskKey>): Promise<Map<DiskKey, FileFacts>> {
    return readFacts(this.path, names);
  }

  /** Makes a rename last. */
  async syncRenamed(diskName: Buffer): Promise<void> {
    await syncRenamed(this.pathOf(diskName));
  }

  /** Makes a removal last. */
  async sync(): Promise<void> {
    await syncFolder(this.path);
  }

  /** The list of mounts is only read where the answer is no: this is done before every answer. */
  async #readOnly(): Promise<ReadOnlyCause | undefined> {
    try {
      await access(this.path, constants.W_OK);
      return undefined;
    } catch (error) {
      return systemErrorCode(error) === 'EROFS' ? findReadOnlyCause(this.path) : undefined;
    }
  }

  /**
   * While it is open a file that loses its name keeps its place on the card: FAT would otherwise give that away before
   * the folder is written, and a power cut in between would leave the name without its content.
   */
  async holding<T>(diskName: Buffer, work: () => Promise<T>): Promise<T> {
    const held = await open(this.pathOf(diskName), contentFlags).catch(() => undefined);
    try {
      return await work();
    } finally {
      await held?.close();
    }
  }

  #requireMount(folder: BigIntStats, parent: BigIntStats): void {
    const mounted = folder.dev !== parent.dev;
    if (mounted && this.#rule === 'auto' && !this.#mountRequired) {
      this.#mountRequired = true;
      this.#memory.rememberMounted(this.path);
    }
    if (this.#mountRequired && !mounted) {
      throw new AppError('card-missing', 'There is no card. Insert it and try again.');
    }
  }
}

/** Turns an error of the file system into a message, if it is about the card in this folder. */
export function cardError(error: unknown, folder: string): unknown {
  switch (systemErrorCode(error)) {
    case 'ENOENT':
    case 'ENOTDIR':
    case 'ELOOP':
    case 'ENODEV':
    case 'ENXIO':
    case 'ENOMEDIUM':
    case 'ENOTCONN':
      return new AppError('card-missing', 'There is no card. Insert it and try again.', { cause: error });
    case 'EACCES':
    case 'EPERM':
      return new AppError(
        'card-failed',
        'The station may not use the card: its folder belongs to another user.',
        {
          cause: error,
        },
      );
    case 'EROFS':
      return new AppError('card-read-only', readOnlyTexts[findReadOnlyCause(folder)], { cause: error });
    case 'ENOSPC':
    case 'EDQUOT':
      return new AppError('card-full', 'The card is full. Delete a file and try again.', {
        cause: error,
      });
    case 'EFBIG':
      return new AppError('file-too-large', 'The card cannot hold a file of this size.', {
        cause: error,
      });
    case 'ENAMETOOLONG':
    case 'EILSEQ':
      return new AppError('invalid-name', 'The card cannot hold a file of this name. Choose a shorter one.', {
        pointer: '/data/filename',
        cause: error,
      });
    case 'EIO':
    case 'EREMOTEIO':
    case 'ESTALE':
    case 'EBADMSG':
    case 'EUCLEAN':
      return new AppError(
        'card-failed',
        'The card cannot be read or written. It may be worn out: try another one.',
        {
          cause: error,
        },
      );
    default:
      return error;
  }
}
