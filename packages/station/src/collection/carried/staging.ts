import { createHash } from 'node:crypto';
import { lstat, open, readdir, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { systemErrorCode } from '@stationery/core';
import type { Card } from '../../card/card.ts';
import { contentFlags } from '../../card/card-folder.ts';
import { writeAll } from '../../card/upload/file-sink.ts';
import { piecesOf } from '../content.ts';
import type { CollectedFile, Manifest } from '../manifest.ts';

const partSuffix = '.part';

export type WantedContent = Pick<CollectedFile, 'sha256' | 'size'>;

/** Names each file by its hash, with a number if several files have the same content. */
export function stageNamesOf({ files }: Pick<Manifest, 'files'>): Map<CollectedFile, string> {
  const counts = new Map<string, number>();
  return new Map(
    files.map((file) => {
      const count = counts.get(file.sha256) ?? 0;
      counts.set(file.sha256, count + 1);
      return [file, count === 0 ? file.sha256 : `${file.sha256}-${count}`];
    }),
  );
}

export type ContentSource = (fromByte: number) => AsyncIterable<Uint8Array>;

type StagingCard = Pick<Card, 'folder' | 'renameHidden' | 'sharedNames'>;

export class Staging {
  readonly #card: StagingCard;
  /**
   * Prefix of hidden files in the card folder. They are there because a rename is atomic only within a file system.
   */
  readonly #prefix: string;

  constructor(card: StagingCard, prefix = '.stationery-collection-') {
    this.#card = card;
    this.#prefix = prefix;
  }

  pathOf(stageName: string): string {
    return join(this.#folder, `${this.#prefix}${stageName}`);
  }

  get #folder(): string {
    return this.#card.folder.path;
  }

  /** Lists the staged contents. Those that are whole have been compared with their hash; the others have not. */
  async list(): Promise<Map<string, { bytes: number; isWhole: boolean }>> {
    const staged = new Map<string, { bytes: number; isWhole: boolean }>();
    for (const name of await readdir(this.#folder)) {
      if (!name.startsWith(this.#prefix)) continue;
      const isWhole = !name.endsWith(partSuffix);
      const sha256 = name.slice(this.#prefix.length, isWhole ? undefined : -partSuffix.length);
      const bytes = await sizeOf(join(this.#folder, name));
      if (bytes === undefined || (!isWhole && staged.get(sha256)?.isWhole)) continue;
      staged.set(sha256, { bytes, isWhole });
    }
    return staged;
  }

  async isWhole(stageName: string, size: number): Promise<boolean> {
    return (await sizeOf(this.pathOf(stageName))) === size;
  }

  /** Receives content with a known hash, and continues an earlier attempt. Removes content with the wrong hash. */
  async receive(
    { sha256, size }: WantedContent,
    source: ContentSource,
    onBytes: (bytes: number) => void,
    stageName = sha256,
  ): Promise<'whole' | 'damaged'> {
    const part = `${this.pathOf(stageName)}${partSuffix}`;
    const hash = createHash('sha256');
    const handle = await open(part, 'a');
    try {
      let bytes = (await handle.stat()).size;
      if (bytes > size) {
        await handle.truncate(0);
        bytes = 0;
      }
      for await (const piece of piecesOf({ path: part, offset: 0, size: bytes, flags: contentFlags }))
        hash.update(piece);
      if (bytes < size)
        for await (const piece of source(bytes)) {
          if (bytes + piece.length > size) break;
          await writeAll(handle, piece);
          hash.update(piece);
          bytes += piece.length;
          onBytes(piece.length);
        }
      await handle.sync();
    } finally {
      await handle.close();
    }
    if (hash.digest('hex') !== sha256) {
      await unlink(part);
      return 'damaged';
    }
    await this.#card.renameHidden(part, this.pathOf(stageName));
    return 'whole';
  }

  /** Receives content whose hash is not known yet. */
  async take(
    size: number,
    source: AsyncIterable<Uint8Array>,
    onWritten: (bytes: number) => void,
  ): Promise<string> {
    const part = `${this.pathOf('incoming')}${partSuffix}`;
    const hash = createHash('sha256');
    let bytes = 0;
    const handle = await open(part, 'w');
    try {
      for await (const piece of source) {
        await writeAll(handle, piece);
        hash.update(piece);
        bytes += piece.length;
        onWritten(bytes);
      }
      await handle.sync();
    } finally {
      await handle.close();
    }
    const sha256 = hash.digest('hex');
    if (await this.isWhole(sha256, size)) await unlink(part);
    else await this.#card.renameHidden(part, this.pathOf(sha256));
    return sha256;
  }

  async remove(stageName: string): Promise<void> {
    await unlink(this.pathOf(stageName));
  }

  /** Removes all other staged files, but keeps those that may share content with a file on the card. */
  async removeOthers(wanted: ReadonlySet<string>): Promise<void> {
    const shared = this.#card.sharedNames();
    for (const name of await readdir(this.#folder)) {
      if (!name.startsWith(this.#prefix) || shared.has(name)) continue;
      const sha256 = name.slice(this.#prefix.length).replace(partSuffix, '');
      if (!wanted.has(sha256)) await unlink(join(this.#folder, name)).catch(() => undefined);
    }
  }
}

async function sizeOf(path: string): Promise<number | undefined> {
  try {
    return (await lstat(path)).size;
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}
