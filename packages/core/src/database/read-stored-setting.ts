import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type Sqlite from 'libsql';

const require = createRequire(import.meta.url);

/** Reads a stored text of a service that may be running, without locking the data folder. */
export function readStoredSetting(folder: string, owner: string, name: string): string | undefined {
  const path = join(folder, `${owner}.db`);
  if (!existsSync(path)) return undefined;
  // Loaded on demand: it takes 8 MB, and programs like the network watchdog need it for nothing else.
  const Database = require('libsql') as typeof Sqlite;
  let database: Sqlite.Database | undefined;
  try {
    database = new Database(path, { readonly: true });
    const row = database.prepare('SELECT value FROM settings WHERE name = ?').get(name);
    return (row as { value: string } | undefined)?.value;
  } catch {
    // A foreign folder, or a database from before the table existed.
    return undefined;
  } finally {
    database?.close();
  }
}
