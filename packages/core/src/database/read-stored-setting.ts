import { existsSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'libsql';

/** One stored text of a service that may be running: it is read without claiming the data folder. */
export function readStoredSetting(folder: string, owner: string, name: string): string | undefined {
  const path = join(folder, `${owner}.db`);
  if (!existsSync(path)) return undefined;
  let database: Sqlite.Database | undefined;
  try {
    database = new Sqlite(path, { readonly: true });
    const row = database.prepare('SELECT value FROM settings WHERE name = ?').get(name);
    return (row as { value: string } | undefined)?.value;
  } catch {
    // A folder of somebody else’s, or a database from before the table: nothing that could be told is kept.
    return undefined;
  } finally {
    database?.close();
  }
}
