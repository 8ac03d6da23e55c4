import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type Sqlite from 'libsql';

const require = createRequire(import.meta.url);

/** One stored text of a service that may be running: it is read without claiming the data folder. */
export function readStoredSetting(folder: string, owner: string, name: string): string | undefined {
  const path = join(folder, `${owner}.db`);
  if (!existsSync(path)) return undefined;
  // Loaded when there is something to read: it is 8 MB, and the watchdog of the network, for one, has nothing else to do with it.
  const Database = require('libsql') as typeof Sqlite;
  let database: Sqlite.Database | undefined;
  try {
    database = new Database(path, { readonly: true });
    const row = database.prepare('SELECT value FROM settings WHERE name = ?').get(name);
    return (row as { value: string } | undefined)?.value;
  } catch {
    // A folder of somebody else’s, or a database from before the table: it holds no setting.
    return undefined;
  } finally {
    database?.close();
  }
}
