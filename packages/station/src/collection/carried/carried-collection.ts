import { describeCollectionReason } from '@stationery/contract';
import { AppError, type Logger, messageOf, SerialQueue } from '@stationery/core';
import type { Card } from '../../card/card.ts';
import { cardError } from '../../card/card-folder.ts';
import type { StationPlayer } from '../../player/station-player.ts';
import type { FileHashesTable } from '../../store/file-hashes-table.ts';
import type { TagRegistry } from '../../tags/tag-registry.ts';
import { damaged, refuse } from '../collection-error.ts';
import type { ContentPlace } from '../content.ts';
import { type CollectedFile, type Manifest, readManifest } from '../manifest.ts';
import { CarriedStore, type CollectionRef, type StoredCollections } from './carried-store.ts';
import { OwnContents } from './compare-carried.ts';
import { type ContentSource, Staging, stageNamesOf, type WantedContent } from './staging.ts';
import {
  CardHashes,
  completeStaging,
  fileSteps,
  finderOf,
  refuseTooManyTagFiles,
  type SwitchDeps,
  spareBytes,
  switchOver,
} from './switch-over.ts';

interface CarriedCollectionDeps {
  card: Card;
  tags: TagRegistry;
  player: Pick<StationPlayer, 'changeSettings' | 'settings'>;
  stored: StoredCollections;
  hashes: FileHashesTable;
  dataDir: string;
}

interface MissingContents {
  contents: (WantedContent & { storedBytes: number })[];
}

interface NextVersion {
  ref: CollectionRef;
  manifest: Manifest;
  needed: (CollectedFile & { stageName: string })[];
  onCard: Map<string, ContentPlace>;
}

/** Collects a new version from the fleet board in hidden files, then switches to it in one step. */
export class CarriedCollection {
  readonly #deps: CarriedCollectionDeps;
  readonly #store: CarriedStore;
  readonly #switch: SwitchDeps;
  readonly #queue = new SerialQueue();
  #next: NextVersion | undefined;

  constructor(deps: CarriedCollectionDeps) {
    const { card, tags } = deps;
    this.#deps = deps;
    this.#store = new CarriedStore(deps.stored, deps.dataDir);
    const hashes = new CardHashes(card, deps.hashes);
    this.#switch = { card, tags, hashes, staging: new Staging(card) };
  }

  /** Returns undefined if there is no collection or a switch to one was interrupted. */
  get version(): { name: string; version: number } | undefined {
    return this.#store.switching === undefined ? this.#store.carried : undefined;
  }

  /** Continues an interrupted switch. Logs if the card is missing or fails. */
  async resume(log: Logger): Promise<void> {
    if (this.#store.switching === undefined) return;
    try {
      await this.#queue.run(async () => {
        const { switching } = this.#store;
        const manifest = switching && this.#store.list(switching.after);
        if (switching && manifest) await this.#finish(switching.after, manifest);
      });
    } catch (error) {
      log.warn({ reason: messageOf(error) }, 'collection switch postponed');
    }
  }

  /** Finishes work in progress. A transfer that is waiting for content ends when its source is closed. */
  async close(): Promise<void> {
    await this.#queue.close();
  }

  /** Validates a new version and returns the missing contents. Changes nothing in use. */
  prepare(name: string, version: number, text: string, signal?: AbortSignal): Promise<MissingContents> {
    return this.#onCard(async () => {
      const { card } = this.#deps;
      const { hashes, staging } = this.#switch;
      const manifest = readManifest(text);
      const { freeBytes, largestFileBytes, readOnly } = await card.refresh();
      if (readOnly !== undefined) throw new AppError('card-read-only', 'The card is read-only.');
      const find = await finderOf(card, manifest);
      const own = this.#ownOf(this.#all());
      refuseTooManyTagFiles(manifest, own, this.#deps.tags);
      const { added, replaced } = await fileSteps(manifest, own, find, hashes, signal);
      const wanted = [...added, ...replaced.map(({ file }) => file)];
      const tooLarge = wanted.find(({ size }) => size > largestFileBytes);
      if (tooLarge !== undefined) throw fileTooLarge(tooLarge.filename);
      const stageNames = stageNamesOf(manifest);
      const needed = wanted.map((file) => ({ ...file, stageName: stageNames.get(file) ?? file.sha256 }));
      await staging.removeOthers(new Set(needed.flatMap(({ sha256, stageName }) => [sha256, stageName])));
      const staged = await staging.list();
      const open = needed.filter(({ stageName }) => staged.get(stageName)?.isWhole !== true);
      const neededBytes = open.reduce(
        (sum, { size, stageName }) => sum + size - (staged.get(stageName)?.bytes ?? 0),
        0,
      );
      const availableBytes = Math.max(0, freeBytes - card.reserved.bytes - spareBytes);
      if (neededBytes > availableBytes) refuse({ code: 'card-full', neededBytes, freeBytes: availableBytes });
      const onCard = await this.#findOnCard(open, signal);
      this.#next = { ref: { name, version, list: this.#store.addList(text) }, manifest, needed, onCard };
      const contents = new Map<string, MissingContents['contents'][number]>();
      for (const { sha256, size } of open)
        if (!onCard.has(sha256) && staged.get(sha256)?.isWhole !== true)
          contents.set(sha256, { sha256, size, storedBytes: staged.get(sha256)?.bytes ?? 0 });
      return { contents: [...contents.values()] };
    });
  }

  receive(wanted: WantedContent, source: ContentSource, onBytes = (_bytes: number) => {}): Promise<void> {
    return this.#onCard(async () => {
      const { card } = this.#deps;
      const reservation = card.reserved.reserve(wanted.size);
      let written = 0;
      try {
        const outcome = await this.#switch.staging.receive(wanted, source, (bytes) => {
          written += bytes;
          reservation.written(written);
          onBytes(bytes);
        });
        if (outcome === 'damaged') damaged('a file differs from the published one');
      } finally {
        reservation.end();
      }
    });
  }

  switchOver(): Promise<void> {
    return this.#onCard(async () => {
      const { ref, manifest, needed, onCard } = this.#next ?? damaged('the version was not prepared');
      await completeStaging(needed, onCard, this.#switch.staging);
      this.#store.begin({ after: ref, ours: this.#all().filter(({ list }) => list !== ref.list) });
      await this.#finish(ref, manifest);
    });
  }

  async #finish(ref: CollectionRef, manifest: Manifest): Promise<void> {
    const own = this.#ownOf(this.#store.switching?.ours ?? []);
    // If the same version is applied again, settings that were changed at the station stay.
    const isSame = this.#store.carried?.list === ref.list;
    await switchOver(manifest, own, this.#switch, {
      stageNames: stageNamesOf(manifest),
      commit: () => this.#store.setCarried(ref),
      undone: () => this.#store.end(),
      keepsFile: ({ name }) => this.#deps.player.settings.idle_file === name,
    });
    if (!isSame) await this.#deps.player.changeSettings(own.newSettings(manifest.player));
    this.#store.end();
    this.#store.removeOtherLists([ref.list]);
    this.#next = undefined;
    await this.#switch.staging.removeOthers(new Set());
  }

  #all(): CollectionRef[] {
    const { switching, carried } = this.#store;
    const refs = switching === undefined ? [] : [switching.after, ...switching.ours];
    if (carried !== undefined) refs.push(carried);
    return [...new Map(refs.map((ref) => [ref.list, ref])).values()];
  }

  #ownOf(refs: readonly CollectionRef[]): OwnContents {
    return new OwnContents(refs.flatMap((ref) => this.#store.list(ref) ?? []));
  }

  /** Finds wanted contents that are on the card under any name, because these are not transferred. */
  async #findOnCard(
    wanted: readonly WantedContent[],
    signal?: AbortSignal,
  ): Promise<Map<string, ContentPlace>> {
    const { hashes } = this.#switch;
    const bySize = new Map<number, Set<string>>();
    for (const { size, sha256 } of wanted) bySize.set(size, (bySize.get(size) ?? new Set()).add(sha256));
    const found = new Map<string, ContentPlace>();
    for (const file of (await this.#deps.card.list()).blocks.flat()) {
      const sha256 = bySize.has(file.sizeBytes) && (await hashes.of(file, file.sizeBytes, signal));
      if (sha256 && bySize.get(file.sizeBytes)?.has(sha256)) found.set(sha256, hashes.place(file));
    }
    return found;
  }

  #onCard<T>(work: () => Promise<T>): Promise<T> {
    return this.#queue.run(async () => {
      try {
        return await work();
      } catch (error) {
        throw cardError(error, this.#deps.card.folder.path);
      }
    });
  }
}

function fileTooLarge(filename: string): AppError {
  const cause = { code: 'file-too-large', filename } as const;
  return new AppError(cause.code, describeCollectionReason(cause), { cause });
}
