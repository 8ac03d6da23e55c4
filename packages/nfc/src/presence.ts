import type { Clock } from '@stationery/core';
import type { ReaderEvent } from './reader.ts';
import { sameTag, type Tag } from './tag.ts';

/** A tag that was not seen for this long has left. */
const goneAfterMs = 300;
/** Number of missed polls that count, because a single poll may miss a tag. */
const missesThatCount = 2;

interface Sighting {
  readonly tag: Tag;
  lastSeenMs: number;
  misses: number;
  /** Whether the tag was not seen for `goneAfterMs`. */
  overdue: boolean;
  cancelAlarm: (() => void) | undefined;
}

/**
 * Converts polls of the reader into one arrival and one departure per tag. A tag has left after 300 ms and at least
 * two polls without it. A tag that stays on the reader never counts as a second tap.
 */
export class Presence {
  readonly #clock: Clock;
  readonly #publish: (event: ReaderEvent) => void;
  #sightings: Sighting[] = [];

  constructor({ clock, publish }: { clock: Clock; publish: (event: ReaderEvent) => void }) {
    this.#clock = clock;
    this.#publish = publish;
  }

  get tags(): readonly Tag[] {
    return this.#sightings.map((sighting) => sighting.tag);
  }

  update(found: readonly Tag[]): void {
    for (const sighting of [...this.#sightings]) {
      if (!found.some((tag) => sameTag(tag, sighting.tag))) this.#miss(sighting);
    }
    for (const tag of found) this.#see(tag);
  }

  /** Called when the reader reports that its tags were lifted. They have left unless they return soon. */
  lifted(): void {
    for (const sighting of this.#sightings) {
      if (sighting.misses >= missesThatCount) continue;
      sighting.lastSeenMs = this.#clock.nowMs();
      sighting.misses = missesThatCount;
      this.#setAlarm(sighting);
    }
  }

  /** Called when the reader is gone, so all tags have left. */
  clear(): void {
    for (const sighting of [...this.#sightings]) this.#leave(sighting);
  }

  #see(tag: Tag): void {
    const known = this.#sightings.find((sighting) => sameTag(sighting.tag, tag));
    if (known === undefined) {
      const lastSeenMs = this.#clock.nowMs();
      this.#sightings.push({ tag, lastSeenMs, misses: 0, overdue: false, cancelAlarm: undefined });
      this.#publish({ type: 'arrived', tag });
      return;
    }
    known.lastSeenMs = this.#clock.nowMs();
    known.misses = 0;
    known.overdue = false;
    known.cancelAlarm?.();
    known.cancelAlarm = undefined;
  }

  #miss(sighting: Sighting): void {
    sighting.misses++;
    if (sighting.misses === 1) this.#setAlarm(sighting);
    else this.#leaveIfGone(sighting);
  }

  #setAlarm(sighting: Sighting): void {
    sighting.cancelAlarm?.();
    const remainingMs = sighting.lastSeenMs + goneAfterMs - this.#clock.nowMs();
    // Do not compare times here: a timer may fire a fraction of a millisecond early.
    sighting.cancelAlarm = this.#clock.after(Math.max(0, remainingMs), () => {
      sighting.overdue = true;
      this.#leaveIfGone(sighting);
    });
  }

  #leaveIfGone(sighting: Sighting): void {
    if (sighting.overdue && sighting.misses >= missesThatCount) this.#leave(sighting);
  }

  #leave(sighting: Sighting): void {
    sighting.cancelAlarm?.();
    this.#sightings = this.#sightings.filter((other) => other !== sighting);
    this.#publish({ type: 'left', tag: sighting.tag });
  }
}
