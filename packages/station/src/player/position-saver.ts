import type { Clock, Logger } from '@stationery/core';
import type { PlacesTable } from '../store/places-table.ts';
import type { PlayQueues } from './play-queues.ts';
import type { Player } from './player.ts';

/** Interval for saving the position. A power cut loses at most this much. */
const saveEveryMs = 5_000;
/** Positions closer to either end than this start the file over. */
const edgeMs = 1_000;

interface PositionSaverDeps {
  queues: PlayQueues;
  player: Player;
  places: PlacesTable;
  clock: Clock;
  log: Logger;
}

export class PositionSaver {
  readonly #deps: PositionSaverDeps;
  #cancel = () => {};

  constructor(deps: PositionSaverDeps) {
    this.#deps = deps;
  }

  start(): void {
    this.stop();
    this.save();
    this.#cancel = this.#deps.clock.every(saveEveryMs, () => this.save());
  }

  stop(): void {
    this.#cancel();
  }

  save(): void {
    const { positionMs, durationMs } = this.#deps.player.place();
    const isAtEnd = durationMs !== undefined && positionMs > durationMs - edgeMs;
    this.#set(isAtEnd ? null : positionMs < edgeMs ? 0 : positionMs);
  }

  /** Makes the file start from its beginning next time. Episodes keep their positions. */
  saveStart(): void {
    if (this.#episode === undefined) this.#set(0);
  }

  ended(): void {
    if (this.#episode !== undefined) this.#set(null);
  }

  /** Start position of a file that follows another: an episode continues where it was left. */
  get startMs(): number {
    const { queues, places } = this.#deps;
    const { tag } = queues.current.selection;
    if (tag === null || this.#episode === undefined) return 0;
    return places.episodes(tag.id).get(this.#episode) ?? 0;
  }

  forget(): void {
    const { queues, places } = this.#deps;
    const { tag } = queues.current.selection;
    if (tag !== null) this.#keep(() => places.remove(tag.id));
  }

  get #episode(): string | undefined {
    return this.#deps.queues.current.file?.stream?.episode;
  }

  /** Saves the position; null marks the end of an episode. */
  #set(positionMs: number | null): void {
    const { queues, places } = this.#deps;
    const { tag, seed } = queues.current.selection;
    const fileId = queues.current.file?.id;
    const episode = this.#episode;
    if (tag === null) return;
    if (episode !== undefined) this.#keep(() => places.setEpisode(tag.id, episode, positionMs));
    else if (fileId !== undefined)
      this.#keep(() => places.set(tag.id, { fileId, positionMs: positionMs ?? 0, seed }));
  }

  /** Saves, and logs failures: a full disk, for example, must not stop playback. */
  #keep(work: () => Promise<void>): void {
    const failed = (err: unknown) => this.#deps.log.warn({ err }, 'playback position not saved');
    try {
      work().catch(failed);
    } catch (error) {
      failed(error);
    }
  }
}
