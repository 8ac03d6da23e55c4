import { type Clock, type Logger, messageOf, type StoredValue } from '@stationery/core';
import type { WallTime } from '../player/limits/limits.ts';
import { type HourCount, type StatisticsTable, unknownTagId } from '../store/statistics-table.ts';

const saveEveryMs = 60_000;
const hourMs = 3_600_000;
/** Number of hours for which counts are kept by hour. Older counts are kept by day. */
const hoursWithDetail = 100 * 24;
/** Maximum number of rows, about 6 MB. The oldest rows are deleted. */
const maxRows = 300_000;
/** While there are fewer rows, none are merged if the clock is untrusted, because it may be years ahead. */
const manyRows = maxRows / 2;
/** Maximum number of counts kept in memory while the disk is full. */
const maxUnsaved = 10_000;

interface StatisticsDeps {
  table: StatisticsTable;
  stored: StoredValue<boolean>;
  clock: Clock;
  time: WallTime;
  log: Logger;
}

export class Statistics {
  readonly #deps: StatisticsDeps;
  readonly #unsaved = new Map<string, HourCount>();
  #heard: { tagId: number; sinceMs: number } | undefined;
  #cancelSave: (() => void) | undefined;
  #compactedDay = 0;
  #hasFailed = false;
  #isRecording: boolean;

  constructor(deps: StatisticsDeps) {
    this.#deps = deps;
    this.#isRecording = deps.stored.get();
  }

  get isRecording(): boolean {
    return this.#isRecording;
  }

  set isRecording(isRecording: boolean) {
    if (isRecording === this.#isRecording) return;
    this.save();
    this.#heard = undefined;
    this.#isRecording = isRecording;
    this.#deps.stored.set(isRecording);
  }

  /** Counts a tap; null stands for an unknown tag. */
  tapped(tagId: number | null): void {
    if (this.#isRecording) this.#count(tagId ?? unknownTagId, { taps: 1, listenedMs: 0 });
  }

  /** Starts the listening time of this tag; null ends it. */
  heard(tagId: number | null): void {
    this.#measure();
    this.#heard =
      tagId === null || !this.#isRecording ? undefined : { tagId, sinceMs: this.#deps.clock.nowMs() };
    if (this.#heard !== undefined) this.#saveSoon();
  }

  /** Call within the transaction that replaces the tag. */
  move(from: number, to: number): void {
    this.#deps.table.move(from, to);
    if (this.#heard?.tagId === from) this.#heard.tagId = to;
    for (const [key, count] of [...this.#unsaved]) {
      if (count.tagId !== from) continue;
      this.#unsaved.delete(key);
      this.#add({ ...count, tagId: to });
    }
  }

  clear(): void {
    this.#unsaved.clear();
    if (this.#heard !== undefined) this.#heard.sinceMs = this.#deps.clock.nowMs();
    this.#deps.table.clear();
  }

  save(): void {
    this.#cancelSave?.();
    this.#cancelSave = undefined;
    this.#measure();
    if (this.#heard !== undefined) this.#saveSoon();
    if (this.#unsaved.size === 0) return;
    const { table, log } = this.#deps;
    try {
      table.add([...this.#unsaved.values()]);
      this.#unsaved.clear();
      this.#compact();
      this.#hasFailed = false;
    } catch (error) {
      // Saving is retried later, for example if the disk is full. Taps still work.
      if (!this.#hasFailed) log.warn({ reason: messageOf(error) }, 'statistics not saved');
      this.#hasFailed = true;
      if (this.#unsaved.size > maxUnsaved) this.#unsaved.clear();
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
    const nowMs = this.#deps.clock.nowMs();
    this.#count(heard.tagId, { taps: 0, listenedMs: nowMs - heard.sinceMs });
    heard.sinceMs = nowMs;
  }

  #count(tagId: number, counts: Pick<HourCount, 'taps' | 'listenedMs'>): void {
    this.#add({ hour: Math.floor(this.#deps.time.nowMs() / hourMs), tagId, ...counts });
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
    this.#cancelSave ??= this.#deps.clock.after(saveEveryMs, () => this.save());
  }

  /** Merges and deletes old rows. Runs once a day. */
  #compact(): void {
    const hour = Math.floor(this.#deps.time.nowMs() / hourMs);
    const day = Math.floor(hour / 24);
    if (day === this.#compactedDay) return;
    this.#compactedDay = day;
    const { table, time } = this.#deps;
    if (time.isTrusted() || table.count() > manyRows) table.mergeBefore(hour - hoursWithDetail);
    table.keep(maxRows);
  }
}
