import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type StoredValue, sha256, writeDurablySync } from '@stationery/core';
import { type Manifest, readManifest } from '../manifest.ts';

export interface CollectionRef {
  name: string;
  version: number;
  /** SHA-256 of the collection's manifest. */
  list: string;
}

/** A switch in progress. All contents of the new version are on the card. */
export interface Switching {
  after: CollectionRef;
  /** The previous version, and versions that an interrupted switch may have left on the card. */
  ours: CollectionRef[];
}

export interface StoredCollections {
  carried: StoredValue<CollectionRef | undefined>;
  switching: StoredValue<Switching | undefined>;
}

export class CarriedStore {
  readonly #stored: StoredCollections;
  readonly #folder: string;

  constructor(stored: StoredCollections, dataDir: string) {
    this.#stored = stored;
    this.#folder = join(dataDir, 'collections');
  }

  get carried(): CollectionRef | undefined {
    return this.#stored.carried.get();
  }

  get switching(): Switching | undefined {
    return this.#stored.switching.get();
  }

  begin(switching: Switching): void {
    this.#stored.switching.set(switching);
  }

  /** Call within the transaction that sets the tags. */
  setCarried(ref: CollectionRef): void {
    this.#stored.carried.set(ref);
  }

  end(): void {
    this.#stored.switching.set(undefined);
  }

  addList(text: string): string {
    const list = sha256(text);
    mkdirSync(this.#folder, { recursive: true });
    writeDurablySync(this.#path(list), text);
    return list;
  }

  /** Returns undefined if the manifest was lost with the data folder. */
  list({ list }: CollectionRef): Manifest | undefined {
    try {
      return readManifest(readFileSync(this.#path(list), 'utf8'));
    } catch {
      return undefined;
    }
  }

  removeOtherLists(wanted: readonly string[]): void {
    for (const name of readdirSync(this.#folder))
      if (!wanted.some((list) => name === `${list}.json`)) rmSync(join(this.#folder, name), { force: true });
  }

  #path(list: string): string {
    return join(this.#folder, `${list}.json`);
  }
}
