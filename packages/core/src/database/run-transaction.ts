import type { Database } from './database.ts';

/**
 * Runs `work` in a transaction. Replaces the library's transactions, which hide why they failed: if the disk
 * is full, SQLite has already rolled back, and the caller would only see an error about the rollback.
 */
export function runTransaction<T>(database: Database, work: () => T): T {
  database.exec('BEGIN');
  try {
    const result = work();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    if (database.inTransaction) database.exec('ROLLBACK');
    throw error;
  }
}
