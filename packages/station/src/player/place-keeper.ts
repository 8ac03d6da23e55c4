import type { Clock, Logger } from '@stationery/core';
import type { PlacesTable } from '../store/places-table.ts';
import type { PlayQueue } from './play-queue.ts';
import type { Player } from './player.ts';

/** How often the place of a tag is saved while it plays: what a power cut can take. */
const saveEveryMs = 5_000;
/** Closer to the beginning or the end than this, a file starts over. */
const edgeMs = 1_000;

/** Saves where a tag is in its files. */
export class PlaceKeeper {
  readonly #parts: { queue: PlayQueue; player: Player; places: PlacesTable; clock: Clock; log: Logger };
  #cancel = () => {};

  constructor(parts: { queue: PlayQueue; player: Player; places: PlacesTable; clock: Clock; log: Logger }) {
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
    const { queue, player, places } = this.#parts;
    const { tag, seed } = queue.selection;
    const fileId = queue.file?.id;
    if (fileId === undefined || tag === null) return;
    const { positionMs, durationMs } = player.place();
    const isAtEnd = durationMs !== undefined && positionMs > durationMs - edgeMs;
    const isAtEdge = positionMs < edgeMs || isAtEnd;
    this.#keep(() => places.set(tag.id, { fileId, positionMs: isAtEdge ? 0 : positionMs, seed }));
  }

  /** The next time it starts over. */
  forget(): void {
    const { queue, places } = this.#parts;
    const { tag } = queue.selection;
    if (tag !== null) this.#keep(() => places.remove(tag.id));
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
