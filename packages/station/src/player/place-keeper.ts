import type { Clock, Logger } from '@stationery/core';
import type { PlacesTable } from '../store/places-table.ts';
import type { PlayQueues } from './play-queues.ts';
import type { Player } from './player.ts';

/** How often the place of a tag is saved while it plays: what a power cut can take. */
const saveEveryMs = 5_000;
/** Closer to the beginning or the end than this, a file starts over. */
const edgeMs = 1_000;

interface PlaceKeeperParts {
  queues: PlayQueues;
  player: Player;
  places: PlacesTable;
  clock: Clock;
  log: Logger;
}

/** Saves where a tag is in its files. */
export class PlaceKeeper {
  readonly #parts: PlaceKeeperParts;
  #cancel = () => {};

  constructor(parts: PlaceKeeperParts) {
    this.#parts = parts;
  }

  /** Now, and regularly from now on. */
  start(): void {
    this.stop();
    this.save();
    this.#cancel = this.#parts.clock.every(saveEveryMs, () => this.save());
  }

  stop(): void {
    this.#cancel();
    this.#cancel = () => {};
  }

  save(): void {
    const { positionMs, durationMs } = this.#parts.player.place();
    const isAtEnd = durationMs !== undefined && positionMs > durationMs - edgeMs;
    this.#set(positionMs < edgeMs || isAtEnd ? 0 : positionMs);
  }

  /** The file plays from its beginning the next time. */
  saveStart(): void {
    this.#set(0);
  }

  /** The next time the tag starts over. */
  forget(): void {
    const { queues, places } = this.#parts;
    const { tag } = queues.current.selection;
    if (tag !== null) this.#keep(() => places.remove(tag.id));
  }

  #set(positionMs: number): void {
    const { queues, places } = this.#parts;
    const { tag, seed } = queues.current.selection;
    const fileId = queues.current.file?.id;
    if (fileId === undefined || tag === null) return;
    this.#keep(() => places.set(tag.id, { fileId, positionMs, seed }));
  }

  /** A place that cannot be saved, as on a full disk, must not stop the sound. */
  #keep(work: () => Promise<void>): void {
    const failed = (error: unknown) => this.#parts.log.warn({ error }, 'the place of a tag was not saved');
    try {
      work().catch(failed);
    } catch (error) {
      failed(error);
    }
  }
}
