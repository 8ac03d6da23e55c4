import { type Playable, type PlayingTag, PlayQueue, type Selection } from './play-queue.ts';

/**
 * What somebody wants to hear, and what plays only in between: the idle file, or a sound of our own. What plays in
 * between never takes the place of what was played last.
 */
export class PlayQueues {
  readonly #wanted = new PlayQueue();
  readonly #between = new PlayQueue();
  #isBetween = false;
  #leftAtMs = 0;

  /** What plays or played last. */
  get current(): PlayQueue {
    return this.#isBetween ? this.#between : this.#wanted;
  }

  /** A sound of our own plays, which nobody can want to hear again. */
  get isOwnSound(): boolean {
    return this.#isBetween && this.#between.file?.id === undefined;
  }

  /** Something that can be played again, whatever plays now. */
  get hasFile(): boolean {
    return this.#wanted.file !== undefined || this.current.file?.id !== undefined;
  }

  /** What is played after `back`. */
  get wanted(): Playable | undefined {
    return this.#wanted.file ?? this.current.file;
  }

  /** `leftAtMs`: where it is in the file that is replaced. */
  select(selection: Selection, leftAtMs: number): void {
    const isBetween = selection.isIdle === true || selection.files[0]?.id === undefined;
    if (isBetween && !this.#isBetween) this.#leftAtMs = leftAtMs;
    this.#isBetween = isBetween;
    this.current.select(selection);
  }

  /**
   * Back from what plays in between to what somebody wanted; returns where it was left. Undefined where there is no
   * way back: an idle file stays where nobody has wanted anything yet.
   */
  back(): number | undefined {
    if (!this.#isBetween || (!this.isOwnSound && this.#wanted.file === undefined)) return undefined;
    this.#isBetween = false;
    return this.#leftAtMs;
  }

  /** Files were renamed or removed. Says whether the one that plays has another name now. */
  refresh(find: (id: number) => Playable | undefined): boolean {
    const changes = [this.#wanted, this.#between].filter((queue) => queue.refresh(find));
    return changes.includes(this.current);
  }

  /** The tag has another name now, is replaced by another one, or is forgotten. Says whether it is the one that plays. */
  retag(tagId: number, tag: PlayingTag | null): boolean {
    return this.#wanted.retag(tagId, tag) && !this.#isBetween;
  }
}
