import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type CollectionRefusal, type CollectionState, collectionRefusals } from '@stationery/contract';
import { manifestName } from '@stationery/contract/archive';
import { AppError, type Logger, messageOf } from '@stationery/core';
import { cardError } from '../card/card-folder.ts';
import { maxFolders } from '../card/card-scan.ts';
import { CollectionError } from './collection-error.ts';
import type { ImportDeps } from './import-from-card.ts';

interface CardCollectionsDeps extends ImportDeps {
  log: Logger;
  onState: (state: CollectionState) => void;
}

export class CardCollections {
  readonly #deps: CardCollectionsDeps;
  readonly #stopping = new AbortController();
  #state: CollectionState = { state: 'none' };
  #running: Promise<void> | undefined;
  #isInsertedAgain = false;

  constructor(deps: CardCollectionsDeps) {
    this.#deps = deps;
  }

  get state(): CollectionState {
    return this.#state;
  }

  inserted(): void {
    this.#isInsertedAgain = true;
    this.#running ??= this.#run();
  }

  /** Stops an import between two files or tags. It continues after the next start. */
  async close(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    while (this.#isInsertedAgain && !this.#stopping.signal.aborted) {
      this.#isInsertedAgain = false;
      if (this.#state.state !== 'none') this.#setState({ state: 'none' });
      for (const folder of await this.#find()) await this.#import(folder);
    }
    this.#running = undefined;
  }

  /** Returns the folders of collections. Returns none if the card is missing, which the card reports itself. */
  async #find(): Promise<string[]> {
    try {
      const { card } = this.#deps;
      // Throws if the card is out, because the folder that it leaves behind must not be searched.
      await card.refresh();
      const { path } = card.folder;
      const found: string[] = [];
      let folders = 0;
      // Read the whole list at once, because an open folder keeps the card from being unmounted.
      for (const entry of await readdir(path, { withFileTypes: true })) {
        if (!entry.isDirectory() || entry.name.startsWith('.')) continue;
        if (++folders > maxFolders) break;
        const stats = await lstat(join(path, entry.name, manifestName)).catch(() => undefined);
        if (stats?.isFile()) found.push(entry.name);
      }
      return found.sort();
    } catch {
      return [];
    }
  }

  async #import(folder: string): Promise<void> {
    const { card, log } = this.#deps;
    const { signal } = this.#stopping;
    try {
      // Load the code on demand, because most starts find no collection.
      const { importFromCard } = await import('./import-from-card.ts');
      const imported = await importFromCard(folder, this.#deps, signal, () =>
        this.#setState({ state: 'importing', folder }),
      );
      if (imported === undefined) return;
      const { state: _, ...counts } = imported;
      log.info(counts, 'collection imported from card');
      this.#setState(imported);
    } catch (error) {
      if (signal.aborted) return;
      const { code, reason } = refusalOf(cardError(error, card.folder.path));
      log.warn({ folder, code, reason }, 'collection not imported from card');
      this.#setState({ state: 'refused', folder, reason, code });
    }
  }

  #setState(state: CollectionState): void {
    this.#state = state;
    this.#deps.onState(state);
  }
}

function refusalOf(error: unknown): { code: CollectionRefusal; reason: string } {
  if (error instanceof CollectionError) return { code: error.code, reason: error.message };
  const isKnown = error instanceof AppError && (collectionRefusals as readonly string[]).includes(error.code);
  if (isKnown) return { code: error.code as CollectionRefusal, reason: error.message };
  const why = error instanceof AppError ? error.message : messageOf(error);
  return {
    code: 'collection-failed',
    reason: `The collection was not imported completely: ${why} Insert the card again to continue.`,
  };
}
