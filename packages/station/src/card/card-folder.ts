import type { BigIntStats } from 'node:fs';
import { access, constants, mkdir, open, rmdir, stat, statfs } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { findReadOnlyCause, type ReadOnlyCause, readOnlyTexts } from '@stationery/appliance/mount';
import { AppError, syncFolder, syncRenamed, systemErrorCode } from '@stationery/core';
import type { FileFacts } from '../store/files-table.ts';
import {
  type DiskKey,
  diskKey,
  diskPath,
  folderOf,
  folderPath,
  readFacts,
  readFolder,
  readNames,
} from './card-scan.ts';
import { displayName, nameKey } from './file-name.ts';

export interface FolderState {
  /** Identity of folder and file system, which differs for each card. */
  identity: string;
  modifiedNs: bigint;
  sizeBytes: number;
  freeBytes: number;
  watching: ChangeReports;
  largestFileBytes: number;
  readOnly: ReadOnlyCause | undefined;
  /** Whether a power cut can leave the new name empty and the content under the old name. */
  renamesInSteps: boolean;
  /** Whether it is a folder on the machine's own disk and not a separate card. */
  isPlainFolder: boolean;
}

/**
 * Whether the folder must be a mount point. `auto`: only once it has been one, because the folder left behind
 * by a removed card looks like an empty card.
 */
type MountRule = 'auto' | 'yes' | 'no';

interface MountMemory {
  wasMounted(path: string): boolean;
  rememberMounted(path: string): void;
}

/** Flags that do not follow links, which are not listed either, and do not block on a pipe. */
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
      // Some systems return the 32-bit number with a sign.
      const fileSystem = space.type >>> 0;
      return {
        identity: `${folder.dev}:${folder.ino}:${folder.birthtimeNs}`,
        modifiedNs: folder.mtimeNs,
        sizeBytes: space.blocks * space.bsize,
        freeBytes: space.bavail * space.bsize,
        watching: changeReports.get(fileSystem) ?? 'in part',
        largestFileBytes: fileSystem === fat ? maxFatBytes : Number.MAX_SAFE_INTEGER,
        readOnly,
        renamesInSteps: fileSystem === fat || fileSystem === exFat,
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

  names(onFolder?: (folder: DiskKey) => void): Promise<Set<DiskKey>> {
    return readNames(this.path, onFolder);
  }

  /**
   * Returns the name as the card spells it, because file systems may change its case or its Unicode
   * normalization form.
   */
  async spelling(diskName: Buffer): Promise<Buffer | undefined> {
    return spellingAmong(await this.names(), diskName);
  }

  facts(names: Iterable<DiskKey>, onFolder?: (folder: DiskKey) => void): Promise<Map<DiskKey, FileFacts>> {
    return readFacts(this.path, names, onFolder);
  }

  /** Creates the folders of a name. Returns the name with the folders as the card spells them. */
  async makeFolders(diskName: Buffer): Promise<Buffer> {
    const parts = diskKey(diskName).split('/');
    const name = parts.pop() as string;
    let folder: DiskKey = '';
    for (const part of parts) {
      const wanted = Buffer.from(folder === '' ? part : `${folder}/${part}`, 'latin1');
      const known = spellingAmong((await readFolder(this.path, folder)).folders, wanted);
      if (known === undefined) await this.#makeFolder(wanted);
      folder = diskKey(known ?? wanted);
    }
    return folder === '' ? diskName : Buffer.from(`${folder}/${name}`, 'latin1');
  }

  async #makeFolder(diskName: Buffer): Promise<void> {
    try {
      await mkdir(this.pathOf(diskName));
    } catch (error) {
      if (systemErrorCode(error) !== 'EEXIST') throw error;
      throw new AppError(
        'name-taken',
        `“${displayName(diskName)}” is a file on the card, not a folder. Choose another name.`,
        { pointer: '/data/filename', cause: error },
      );
    }
    await this.sync(diskName);
  }

  async removeEmptyFolders(diskName: Buffer): Promise<void> {
    let folder = folderOf(diskKey(diskName));
    try {
      for (; folder !== ''; folder = folderOf(folder)) await rmdir(folderPath(this.path, folder));
    } catch {
      // The folder still has files, perhaps hidden ones of other systems.
    }
  }

  async syncRenamed(diskName: Buffer): Promise<void> {
    await syncRenamed(this.pathOf(diskName));
    // The old name was in the top folder of the card, so sync that as well.
    if (folderOf(diskKey(diskName)) !== '') await syncFolder(this.path);
  }

  async sync(diskName: Buffer): Promise<void> {
    const folder = folderOf(diskKey(diskName));
    await syncFolder(folderPath(this.path, folder));
  }

  /**
   * Returns why the folder is read-only. Runs before every answer, so it reads the list of mounts only if the
   * folder is not writable.
   */
  async #readOnly(): Promise<ReadOnlyCause | undefined> {
    try {
      await access(this.path, constants.W_OK);
      return undefined;
    } catch (error) {
      return systemErrorCode(error) === 'EROFS' ? findReadOnlyCause(this.path) : undefined;
    }
  }

  /**
   * Keeps the file open during `work`. FAT would otherwise free its space before it writes the folder, and a
   * power cut would leave the name without content.
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

function spellingAmong(names: Iterable<DiskKey>, diskName: Buffer): Buffer | undefined {
  const all = new Set(names);
  if (all.has(diskKey(diskName))) return diskName;
  const wanted = nameKey(displayName(diskName));
  for (const name of all) {
    const spelled = Buffer.from(name, 'latin1');
    if (nameKey(displayName(spelled)) === wanted) return spelled;
  }
  return undefined;
}

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
        { cause: error },
      );
    case 'EROFS':
      return new AppError('card-read-only', readOnlyTexts[findReadOnlyCause(folder)], { cause: error });
    case 'ENOSPC':
    case 'EDQUOT':
      return new AppError('card-full', 'The card is full. Delete a file and try again.', { cause: error });
    case 'EFBIG':
      return new AppError('file-too-large', 'The card cannot hold a file of this size.', { cause: error });
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
        { cause: error },
      );
    default:
      return error;
  }
}

/**
 * How reliably the kernel reports changes in a folder. `exactly`: every change, by the name in the
 * folder. `by any name`: every change, but possibly in a different spelling. `in part`: changes can
 * bypass this kernel, as on a network.
 */
export type ChangeReports = 'exactly' | 'by any name' | 'in part';

// File system numbers of statfs(2).
const fat = 0x4d44;
const exFat = 0x2011bab0;
const changeReports = new Map<number, ChangeReports>([
  [0xef53, 'exactly'], // ext2, ext3, ext4
  [0x01021994, 'exactly'], // tmpfs
  [0x9123683e, 'exactly'], // btrfs
  [0x58465342, 'exactly'], // xfs
  [0xf2f52010, 'exactly'], // f2fs
  [0x794c7630, 'exactly'], // overlayfs
  [fat, 'by any name'],
  [exFat, 'by any name'],
  [0x7366746e, 'by any name'], // ntfs3
]);

/** FAT stores the file size in 32 bits. */
const maxFatBytes = 2 ** 32 - 1;
