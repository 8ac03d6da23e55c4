import { type Database, type HourRange, runTransaction } from '@stationery/core';

/** Tag id that stands for all unknown tags. */
export const unknownTagId = 0;

export interface HourCount {
  hour: number;
  tagId: number;
  taps: number;
  listenedMs: number;
}

export interface Counts {
  taps: number;
  listenedMs: number;
}

interface TagCounts extends Counts {
  tagId: number;
  serial: string | null;
  name: string | null;
}

export interface StatisticsLine extends TagCounts {
  date: string;
  /** Undefined for a whole day. */
  hour: number | undefined;
}

const sums = 'sum(taps) AS taps, sum(listened_ms) AS listenedMs';
const inRange = 'hour BETWEEN ?1 AND ?2';
const ofTag = '(?3 IS NULL OR tag_id = ?3)';
const localDate = "date(hour * 3600, 'unixepoch', 'localtime')";
const localHour = "CAST(strftime('%H', hour * 3600, 'unixepoch', 'localtime') AS INTEGER)";
/** Condition for rows to be merged. Selects whole days only, so that each day is merged once. */
const isBefore = `span = 1 AND hour < ?1 AND ${localDate} < date(?1 * 3600, 'unixepoch', 'localtime')`;
const addUp =
  'ON CONFLICT DO UPDATE SET taps = taps + excluded.taps, listened_ms = listened_ms + excluded.listened_ms';

export class StatisticsTable {
  readonly #database: Database;
  /** Connection for frequent writes, which a power cut may lose. */
  readonly #journal: () => Database;

  constructor(database: Database, journal: () => Database) {
    this.#database = database;
    this.#journal = journal;
  }

  add(counts: readonly HourCount[]): void {
    const journal = this.#journal();
    runTransaction(journal, () => {
      const statement = journal.prepare(`INSERT INTO statistics VALUES (?, ?, ?, ?, ?) ${addUp}`);
      for (const { hour, tagId, taps, listenedMs } of counts)
        statement.run(hour, tagId, 1, taps, Math.round(listenedMs));
    });
  }

  /** Call within the transaction that replaces the tag. */
  move(from: number, to: number): void {
    this.#database
      .prepare(
        `INSERT INTO statistics SELECT hour, ?, span, taps, listened_ms FROM statistics WHERE tag_id = ? ${addUp}`,
      )
      .run(to, from);
    this.#database.prepare('DELETE FROM statistics WHERE tag_id = ?').run(from);
  }

  count(): number {
    return (this.#database.prepare('SELECT count(*) AS n FROM statistics').get() as { n: number }).n;
  }

  /** Merges the hours of each earlier day into one row. */
  mergeBefore(hour: number): void {
    const journal = this.#journal();
    runTransaction(journal, () => {
      journal
        .prepare(
          `INSERT INTO statistics
           SELECT min(hour), tag_id, 24, sum(taps), sum(listened_ms) FROM statistics
           WHERE ${isBefore} GROUP BY tag_id, ${localDate} ${addUp}`,
        )
        .run(hour);
      journal.prepare(`DELETE FROM statistics WHERE ${isBefore}`).run(hour);
    });
  }

  keep(most: number): void {
    this.#journal()
      .prepare(
        `DELETE FROM statistics WHERE hour <= (
           SELECT hour FROM statistics ORDER BY hour DESC, tag_id DESC, span DESC LIMIT 1 OFFSET ?)`,
      )
      .run(most);
  }

  clear(): void {
    this.#database.exec('DELETE FROM statistics');
  }

  byTag({ first, last }: HourRange): TagCounts[] {
    return this.#database
      .prepare(
        `SELECT tag_id AS tagId, serial, name, ${sums} FROM statistics LEFT JOIN tags ON tags.id = tag_id
         WHERE ${inRange} GROUP BY tag_id ORDER BY taps DESC, tag_id`,
      )
      .all(first, last) as TagCounts[];
  }

  byDay({ first, last }: HourRange, tagId: number | undefined): (Counts & { date: string })[] {
    return this.#database
      .prepare(
        `SELECT ${localDate} AS date, ${sums} FROM statistics WHERE ${inRange} AND ${ofTag} GROUP BY 1 ORDER BY 1`,
      )
      .all(first, last, tagId ?? null) as (Counts & { date: string })[];
  }

  byHour({ first, last }: HourRange, tagId: number | undefined): (Counts & { hour: number })[] {
    return this.#database
      .prepare(
        `SELECT ${localHour} AS hour, ${sums} FROM statistics WHERE ${inRange} AND ${ofTag} AND span = 1
         GROUP BY 1 ORDER BY 1`,
      )
      .all(first, last, tagId ?? null) as (Counts & { hour: number })[];
  }

  /** Returns up to `most` hours, in order. */
  byTagAndHour({ first, last }: HourRange, most: number): (TagCounts & { hour: number })[] {
    return this.#database
      .prepare(
        `SELECT hour, tag_id AS tagId, serial, name, taps, listened_ms AS listenedMs
         FROM statistics LEFT JOIN tags ON tags.id = tag_id WHERE ${inRange} AND span = 1
         ORDER BY hour, tag_id LIMIT ?3`,
      )
      .all(first, last, most) as (TagCounts & { hour: number })[];
  }

  /** Reads in pieces, so that other work can run in between. */
  *lines({ first, last }: HourRange, rowsAtOnce = 1_000): Generator<StatisticsLine[]> {
    const statement = this.#database.prepare(
      `SELECT hour, span, tag_id AS tagId, serial, name, taps, listened_ms AS listenedMs,
         ${localDate} AS date, ${localHour} AS hourOfDay
       FROM statistics LEFT JOIN tags ON tags.id = tag_id
       WHERE (hour, tag_id, span) > (?, ?, ?) AND hour <= ?
       ORDER BY hour, tag_id, span LIMIT ?`,
    );
    let after = [first - 1, Number.MAX_SAFE_INTEGER, 0];
    for (;;) {
      const rows = statement.all(...after, last, rowsAtOnce) as (StatisticsLine & {
        hour: number;
        span: number;
        hourOfDay: number;
      })[];
      const end = rows.at(-1);
      if (end === undefined) return;
      yield rows.map(({ date, span, hourOfDay, tagId, serial, name, taps, listenedMs }) => ({
        date,
        hour: span === 1 ? hourOfDay : undefined,
        tagId,
        serial,
        name,
        taps,
        listenedMs,
      }));
      after = [end.hour, end.tagId, end.span];
    }
  }
}
