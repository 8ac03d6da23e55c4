import type { TagDetails, TagExhibit, TagMeaning, TagPlayback, TagPlot } from '@stationery/contract';
import type { Database } from '@stationery/core';
export type StoredDetails = TagDetails & { id: number };

export interface DetailColumns {
  name: string | null;
  colour: string | null;
  picture_id: number | null;
  note: string | null;
  /** JSON. */
  playback: string | null;
  /** JSON. */
  plot: string | null;
  /** JSON, with pictures by id. */
  exhibit: string | null;
}

/** All values are null or 0 for a playlist in order. */
export interface MeaningColumns {
  shuffled: number;
  action: Extract<TagMeaning, { kind: 'action' }>['action'] | null;
  minutes: number | null;
  seconds: number | null;
  language: string | null;
  url: string | null;
  stream: string | null;
  folder: string | null;
  folder_key: string | null;
}

interface Row extends Omit<DetailColumns, 'picture_id'>, Omit<MeaningColumns, 'folder_key'> {
  id: number;
  serial: string;
  model: TagDetails['model'];
  picture: string | null;
  /** JSON: the names of the pictures. */
  pictures: string | null;
}

interface FileRow {
  tag_id: number;
  name: string;
  present: number;
}

const select = `SELECT tags.id, serial, model, tags.name, colour, note, playback, plot, exhibit, shuffled, action, minutes, seconds, language, url, folder, stream, files.name AS picture,
  (SELECT json_group_array(shown.name ORDER BY listed.key) FROM json_each(exhibit, '$.pictures') AS listed JOIN files AS shown ON shown.id = listed.value AND shown.present = 1) AS pictures
  FROM tags LEFT JOIN files ON files.id = picture_id AND present = 1`;
const selectFiles = 'SELECT tag_id, name, present FROM tag_files JOIN files ON files.id = file_id';

export class TagDetailsTable {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  after(id: number, most: number): StoredDetails[] {
    const rows = this.#database
      .prepare(`${select} WHERE tags.id > ? ORDER BY tags.id LIMIT ?`)
      .all(id, most) as Row[];
    const files = new Map(rows.map((row): [number, FileRow[]] => [row.id, []]));
    for (const row of this.#database
      .prepare(`${selectFiles} WHERE tag_id BETWEEN ? AND ? ORDER BY tag_id, position`)
      .all(rows[0]?.id ?? 0, rows.at(-1)?.id ?? 0) as FileRow[])
      files.get(row.tag_id)?.push(row);
    return rows.map((row) => fromRow(row, files.get(row.id) ?? []));
  }

  get(id: number): StoredDetails | undefined {
    const row = this.#database.prepare(`${select} WHERE tags.id = ?`).get(id) as Row | undefined;
    if (row === undefined) return undefined;
    const files = this.#database
      .prepare(`${selectFiles} WHERE tag_id = ? ORDER BY position`)
      .all(id) as FileRow[];
    return fromRow(row, files);
  }

  change(id: number, change: Partial<DetailColumns & MeaningColumns>): void {
    for (const [column, value] of Object.entries(change))
      this.#database.prepare(`UPDATE tags SET ${column} = ? WHERE id = ?`).run(value, id);
  }

  link(id: number): { id: number; serial: string; name: string | null; url: string } | undefined {
    const row = this.#database
      .prepare('SELECT serial, name, url FROM tags WHERE id = ? AND url IS NOT NULL')
      .get(id) as { serial: string; name: string | null; url: string } | undefined;
    return row && { id, serial: row.serial, name: row.name, url: row.url };
  }

  /** Call within the transaction that replaces the tag. */
  move(from: number, to: number): void {
    const columns =
      'name, colour, picture_id, note, playback, plot, exhibit, shuffled, action, minutes, seconds, language, url, folder, folder_key, stream';
    this.#database
      .prepare(`UPDATE tags SET (${columns}) = (SELECT ${columns} FROM tags WHERE id = ?) WHERE id = ?`)
      .run(from, to);
    for (const table of ['tag_files', 'places', 'episodes']) {
      this.#database.prepare(`DELETE FROM ${table} WHERE tag_id = ?`).run(to);
      this.#database.prepare(`UPDATE ${table} SET tag_id = ? WHERE tag_id = ?`).run(to, from);
    }
  }
}

function fromRow(row: Row, files: readonly FileRow[]): StoredDetails {
  const { id, serial, model, name, colour, picture, note } = row;
  const playback = row.playback === null ? null : (JSON.parse(row.playback) as TagPlayback);
  const plot = row.plot === null ? null : (JSON.parse(row.plot) as TagPlot);
  const missing = files.filter(({ present }) => present === 0).map((file) => file.name);
  return {
    id,
    serial,
    model,
    name,
    colour,
    picture,
    note,
    playback,
    plot,
    exhibit: exhibitOf(row),
    meaning: meaningOf(row, files),
    missing,
  };
}

function exhibitOf({ exhibit, pictures }: Row): TagExhibit | null {
  if (exhibit === null) return null;
  const stored = JSON.parse(exhibit) as TagExhibit;
  return { ...stored, ...(stored.pictures && { pictures: JSON.parse(pictures ?? '[]') as string[] }) };
}

function meaningOf(row: Row, files: readonly FileRow[]): TagMeaning | null {
  const { action, minutes, seconds, language, url, shuffled, folder, stream } = row;
  if (folder !== null) return { kind: 'album', folder, shuffled: shuffled === 1 };
  if (stream !== null) return { kind: 'stream', url: stream };
  if (url !== null) return { kind: 'link', url };
  if (action !== null)
    return {
      kind: 'action',
      action,
      ...(minutes !== null && { minutes }),
      ...(seconds !== null && { seconds }),
      ...(language !== null && { language }),
    };
  if (files.length === 0) return null;
  return { kind: 'playlist', files: files.map(({ name }) => name), shuffled: shuffled === 1 };
}
