import { isBuiltIn, type Playable, type PlayingTag, PlayQueue, type Selection } from './play-queue.ts';

/** The user's selection, and an interlude (idle file or built-in sound) that never replaces it. */
export class PlayQueues {
  readonly #wanted = new PlayQueue();
  readonly #between = new PlayQueue();
  #isBetween = false;
  #leftAtMs = 0;

  get current(): PlayQueue {
    return this.#isBetween ? this.#between : this.#wanted;
  }

  get isOwnSound(): boolean {
    return this.#isBetween && isBuiltIn(this.#between.file);
  }

  get hasFile(): boolean {
    return this.#wanted.file !== undefined || !isBuiltIn(this.current.file);
  }

  /** The file that plays after `back`. */
  get wanted(): Playable | undefined {
    return this.#wanted.file ?? this.current.file;
  }

  /** Selects what to play. `leftAtMs` is the last position in the file that was playing. */
  select(selection: Selection, leftAtMs: number): void {
    const isBetween = selection.isIdle === true || isBuiltIn(selection.files[0]);
    if (isBetween && !this.#isBetween) this.#leftAtMs = leftAtMs;
    this.#isBetween = isBetween;
    this.current.select(selection);
  }

  /**
   * Leaves an interlude. Returns the last position in the user's selection; undefined without an interlude or
   * selection.
   */
  back(): number | undefined {
    if (!this.#isBetween || (!this.isOwnSound && this.#wanted.file === undefined)) return undefined;
    this.#isBetween = false;
    return this.#leftAtMs;
  }

  /** Call after files were renamed or removed. Returns whether the name of the current file changed. */
  refresh(find: (id: number) => Playable | undefined): boolean {
    const changes = [this.#wanted, this.#between].filter((queue) => queue.refresh(find));
    return changes.includes(this.current);
  }

  /** Call after the tag was renamed, replaced or removed. Returns whether it is the current tag. */
  retag(tagId: number, tag: PlayingTag | null): boolean {
    return this.#wanted.retag(tagId, tag) && !this.#isBetween;
  }
}
