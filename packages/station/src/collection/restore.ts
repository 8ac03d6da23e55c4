import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import {
  ArchiveError,
  checkManifest,
  manifestName,
  manifestSumName,
  maxManifestBytes,
  type StreamedEntry,
  streamTar,
} from '@stationery/contract/archive';
import {
  AppError,
  type ErrorCode,
  type Logger,
  messageOf,
  SerialQueue,
  type StoredValue,
  sha256,
  writeDurablySync,
} from '@stationery/core';
import type { Card } from '../card/card.ts';
import { cardError } from '../card/card-folder.ts';
import type { StationPlayer } from '../player/station-player.ts';
import type { FileHashesTable } from '../store/file-hashes-table.ts';
import type { StoredFile } from '../store/files-table.ts';
import type { TagRegistry } from '../tags/tag-registry.ts';
import { AnyContents } from './carried/compare-carried.ts';
import { Staging, stageNamesOf } from './carried/staging.ts';
import {
  CardHashes,
  completeStaging,
  fileSteps,
  finderOf,
  refuseTooManyTagFiles,
  type SwitchDeps,
  spareBytes,
  switchOver,
} from './carried/switch-over.ts';
import { CollectionError, damaged } from './collection-error.ts';
import type { ContentPlace } from './content.ts';
import { type Manifest, readManifest } from './manifest.ts';

interface RestoreDeps {
  card: Card;
  tags: TagRegistry;
  player: Pick<StationPlayer, 'changeSettings'>;
  hashes: FileHashesTable;
  dataDir: string;
  /** SHA-256 of the list that is being restored. Set once no content is missing. */
  stored: StoredValue<string | undefined>;
  /** Renames the station. Ignores a name that a station cannot have. */
  rename: (nickname: string) => void;
}

/** A received archive. Contents that the card lacks are staged on it. */
interface Received {
  text: string;
  entries: Map<string, { sha256: string; size: number }>;
  onCard: Map<string, ContentPlace>;
}

const maxSumBytes = 1024;
const any = new AnyContents();

/**
 * Restores a backup: stages and checks everything, then switches in one step. Files and tags that are not in
 * the archive stay.
 */
export class CollectionRestore {
  readonly #deps: RestoreDeps;
  readonly #switch: SwitchDeps;
  readonly #listPath: string;
  readonly #queue = new SerialQueue();
  #isRunning = false;

  constructor(deps: RestoreDeps) {
    const { card, tags } = deps;
    this.#deps = deps;
    this.#listPath = join(deps.dataDir, 'restore.json');
    const staging = new Staging(card, '.stationery-restore-');
    this.#switch = { card, tags, hashes: new CardHashes(card, deps.hashes), staging };
  }

  async restore(chunks: AsyncIterable<Uint8Array>): Promise<void> {
    if (this.#isRunning)
      throw new AppError('restore-running', 'A backup is being restored. Wait until it is done.');
    this.#isRunning = true;
    try {
      await this.#queue.run(async () => {
        await this.#finishPending();
        try {
          await this.#apply(await this.#receive(chunks));
        } catch (error) {
          if (this.#deps.stored.get() === undefined) await this.#removeStaged();
          throw this.#explained(error);
        }
      });
    } finally {
      this.#isRunning = false;
    }
  }

  /** Continues an interrupted restore. If it had not changed anything yet, removes its files instead. */
  async resume(log: Logger): Promise<void> {
    await this.#queue.run(async () => {
      try {
        await this.#finishPending();
        await this.#removeStaged();
      } catch (error) {
        log.warn({ reason: messageOf(error) }, 'restore postponed');
      }
    });
  }

  async close(): Promise<void> {
    await this.#queue.close();
  }

  async #receive(chunks: AsyncIterable<Uint8Array>): Promise<Received> {
    const { card } = this.#deps;
    const { hashes, staging } = this.#switch;
    const { readOnly } = await card.refresh();
    if (readOnly !== undefined) throw new AppError('card-read-only', 'The card is read-only.');
    const bySize = new Map<number, StoredFile[]>();
    for (const file of (await card.list()).blocks.flat()) {
      const same = bySize.get(file.sizeBytes);
      if (same === undefined) bySize.set(file.sizeBytes, [file]);
      else same.push(file);
    }
    const entries: Received['entries'] = new Map();
    const onCard: Received['onCard'] = new Map();
    let list: Buffer | undefined;
    let sum: Buffer | undefined;
    for await (const entry of streamTar(chunks)) {
      const { path, size, type } = entry;
      if (type !== '0') continue;
      if (path === manifestName) list = await readSmall(entry, maxManifestBytes);
      else if (path === manifestSumName) sum = await readSmall(entry, maxSumBytes);
      if (!path.startsWith('files/')) continue;
      const sha256 = await this.#stage(entry);
      entries.set(path, { sha256, size });
      for (const file of bySize.get(size) ?? []) {
        if (onCard.has(sha256) || (await hashes.of(file, size)) !== sha256) continue;
        onCard.set(sha256, hashes.place(file));
      }
      // Don't keep a second copy, because restoring a backup of this card must not need its space twice.
      if (onCard.has(sha256)) await staging.remove(sha256);
    }
    if (list === undefined) return damaged('it has no list of contents');
    checkManifest(sha256(list), sum);
    return { text: list.toString('utf8'), entries, onCard };
  }

  async #stage({ path, size, content }: StreamedEntry): Promise<string> {
    const { card } = this.#deps;
    const { freeBytes, largestFileBytes } = await card.refresh();
    if (size > largestFileBytes)
      throw new AppError(
        'file-too-large',
        `The card cannot hold a file of the backup (${path}): it is too large.`,
      );
    const availableBytes = Math.max(0, freeBytes - card.reserved.bytes - spareBytes);
    if (size > availableBytes)
      throw new AppError('card-full', 'The card has no room for the backup. Nothing was changed.');
    const reservation = card.reserved.reserve(size);
    try {
      return await this.#switch.staging.take(size, content, (bytes) => reservation.written(bytes));
    } finally {
      reservation.end();
    }
  }

  async #apply({ text, entries, onCard }: Received): Promise<void> {
    const { card, tags, stored } = this.#deps;
    const { hashes, staging } = this.#switch;
    const manifest = readManifest(text);
    for (const { entry, filename, sha256, size } of manifest.files) {
      const found = entries.get(entry);
      if (found === undefined) damaged(`“${filename}” is missing`);
      if (found?.sha256 !== sha256 || found.size !== size)
        damaged(`“${filename}” differs from the saved file`);
    }
    refuseTooManyTagFiles(manifest, any, tags);
    const { added, replaced } = await fileSteps(manifest, any, await finderOf(card, manifest), hashes);
    const stageNames = stageNamesOf(manifest);
    const needed = [...added, ...replaced.map(({ file }) => file)].map((file) => ({
      ...file,
      stageName: stageNames.get(file) ?? file.sha256,
    }));
    await completeStaging(needed, onCard, staging);
    writeDurablySync(this.#listPath, text);
    stored.set(sha256(text));
    await this.#finish(manifest);
  }

  async #finishPending(): Promise<void> {
    const list = this.#deps.stored.get();
    if (list === undefined) return;
    const text = readFileSync(this.#listPath, 'utf8');
    if (sha256(text) === list) await this.#finish(readManifest(text));
  }

  async #finish(manifest: Manifest): Promise<void> {
    const { player, rename } = this.#deps;
    await switchOver(manifest, any, this.#switch, {
      stageNames: stageNamesOf(manifest),
      commit: () => undefined,
      undone: () => this.#end(),
      keepsFile: () => true,
    });
    await player.changeSettings(manifest.player);
    rename(manifest.nickname);
    this.#end();
    await this.#removeStaged();
  }

  #end(): void {
    this.#deps.stored.set(undefined);
    rmSync(this.#listPath, { force: true });
  }

  async #removeStaged(): Promise<void> {
    await this.#switch.staging.removeOthers(new Set()).catch(() => undefined);
  }

  #explained(error: unknown): unknown {
    if (error instanceof ArchiveError) return archiveDamaged(error.message);
    if (error instanceof CollectionError)
      // All codes but those of conflicts are error codes, and a restore has no conflicts with files of the station.
      return new AppError(error.code as ErrorCode, error.message);
    return cardError(error, this.#deps.card.folder.path);
  }
}

function archiveDamaged(why: string): AppError {
  return new AppError(
    'collection-damaged',
    `The file is damaged: ${why}. Nothing was changed. Choose a different one, or save it again.`,
  );
}

async function readSmall({ size, content }: StreamedEntry, maxBytes: number): Promise<Buffer> {
  if (size > maxBytes) throw new ArchiveError('its list of contents is too large');
  const parts: Uint8Array[] = [];
  // Copy each part, because its chunk is reused.
  for await (const part of content) parts.push(Uint8Array.from(part));
  return Buffer.concat(parts);
}
