import type Sqlite from 'libsql';

/** Returns the number of the last copy started; undefined without a copy or if unreadable. */
export function copyNumberOf(database: Sqlite.Database): number | undefined {
  try {
    // Reads bytes, because reading a damaged text would end the process.
    const sql = "SELECT CAST(value AS BLOB) AS value FROM settings WHERE name = 'copy'";
    const row = database.prepare(sql).get() as { value: Uint8Array } | undefined;
    const number = Number(row && Buffer.from(row.value).toString());
    return Number.isSafeInteger(number) ? number : undefined;
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
