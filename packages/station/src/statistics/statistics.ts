import { type Clock, type Logger, messageOf, type StoredValue } from '@stationery/core';
import { type HourCount, type StatisticsTable, unknownTagId } from '../store/statistics-table.ts';

const saveEveryMs = 60_000;
const hourMs = 3_600_000;
/** So long the hours are kept; of the time before, the days. */
const hoursWithDetail = 100 * 24;
/** About 6 MB. The oldest are forgotten. */
const mostRows = 300_000;
/** What waits to be saved, where the disk is full. */
const mostUnsaved = 10_000;

export interface StatisticsParts {
  table: StatisticsTable;
  stored: StoredValue<boolean>;
  clock: Clock;
  /** The time of day, in milliseconds since 1970. */
  timeMs: () => number;
  log: Logger;
}

/** Counts taps and measures how long each tag is listened to. It knows tags and hours, and nothing about persons. */
export class Statistics {
  readonly #parts: StatisticsParts;
  readonly #unsaved = new Map<string, HourCount>();
  #heard: { tagId: number; sinceMs: number } | undefined;
  #cancelSave: (() => void) | undefined;
  #compactedDay = 0;
  #hasFailed = false;
  #isRecording: boolean;

  constructor(parts: StatisticsParts) {
    this.#parts = parts;
    this.#isRecording = parts.stored.get();
  }

  get isRecording(): boolean {
    return this.#isRecording;
  }

  set isRecording(isRecording: boolean) {
    if (isRecording === this.#isRecording) return;
    this.save();
    this.#heard = undefined;
    this.#isRecording = isRecording;
    this.#parts.stored.set(isRecording);
  }

  /** A tag was put on the reader; null for one that is not known. */
  tapped(tagId: number | null): void {
    if (this.#isRecording) this.#count(tagId ?? unknownTagId, { taps: 1, listenedMs: 0 });
  }

  /** This tag is heard from now on; null for none. */
  heard(tagId: number | null): void {
    this.#measure();
    this.#heard =
      tagId === null || !this.#isRecording ? undefined : { tagId, sinceMs: this.#parts.clock.nowMs() };
    if (this.#heard !== undefined) this.#saveSoon();
  }

  /** A tag has taken the place of another. Part of the transaction in which everything else moves. */
  move(from: number, to: number): void {
    this.#parts.table.move(from, to);
    if (this.#heard?.tagId === from) this.#heard.tagId = to;
    for (const [key, count] of [...this.#unsaved]) {
      if (count.tagId !== from) continue;
      this.#unsaved.delete(key);
      this.#add({ ...count, tagId: to });
    }
  }

  clear(): void {
    this.#unsaved.clear();
    if (this.#heard !== undefined) this.#heard.sinceMs = this.#parts.clock.nowMs();
    this.#parts.table.clear();
  }

  /** Writes what was counted since the last time. */
  save(): void {
    this.#cancelSave?.();
    this.#cancelSave = undefined;
    this.#measure();
    if (this.#heard !== undefined) this.#saveSoon();
    if (this.#unsaved.size === 0) return;
    const { table, log } = this.#parts;
    try {
      table.add([...this.#unsaved.values()]);
      this.#unsaved.clear();
      this.#compact();
      this.#hasFailed = false;
    } catch (error) {
      // As on a full disk: it is tried again, and taps work as before.
      if (!this.#hasFailed) log.warn({ reason: messageOf(error) }, 'the statistics could not be saved');
      this.#hasFailed = true;
      if (this.#unsaved.size > mostUnsaved) this.#unsaved.clear();
      this.#saveSoon();
    }
  }

  close(): void {
    this.heard(null);
    this.save();
    this.#cancelSave?.();
  }

  #measure(): void {
    const heard = this.#heard;
    if (heard === undefined) return;
    const nowMs = this.#parts.clock.nowMs();
    this.#count(heard.tagId, { taps: 0, listenedMs: nowMs - heard.sinceMs });
    heard.sinceMs = nowMs;
  }

  #count(tagId: number, counts: Pick<HourCount, 'taps' | 'listenedMs'>): void {
    this.#add({ hour: Math.floor(this.#parts.timeMs() / hourMs), tagId, ...counts });
    this.#saveSoon();
  }

  #add({ hour, tagId, taps, listenedMs }: HourCount): void {
    const key = `${hour}:${tagId}`;
    const known = this.#unsaved.get(key);
    this.#unsaved.set(key, {
      hour,
      tagId,
      taps: taps + (known?.taps ?? 0),
      listenedMs: listenedMs + (known?.listenedMs ?? 0),
    });
  }

  #saveSoon(): void {
    this.#cancelSave ??= this.#parts.clock.after(saveEveryMs, () => this.save());
  }

  /** Once a day. */
  #compact(): void {
    const hour = Math.floor(this.#parts.timeMs() / hourMs);
    const day = Math.floor(hour / 24);
    if (day === this.#compactedDay) return;
    this.#compactedDay = day;
    this.#parts.table.compact(hour - hoursWithDetail, mostRows);
  }
}
