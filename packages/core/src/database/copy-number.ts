import type Sqlite from 'libsql';

/** Returns the number of the last copy started; undefined without a copy or if unreadable. */
export function copyNumberOf(database: Sqlite.Database): number | undefined {
  try {
    const row = database.prepare("SELECT value FROM settings WHERE name = 'copy'").get() as
      | { value: string }
      | undefined;
    return row === undefined ? undefined : Number(row.value);
  } catch {
    return undefined;
  }
}

export function setCopyNumber(database: Sqlite.Database, number: number): void {
  database
    .prepare(
      "INSERT INTO settings VALUES ('copy', ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
    )
    .run(String(number));
}
