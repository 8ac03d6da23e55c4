import type { Database } from './database.ts';

/**
 * All of `work`, or nothing of it. It replaces the transactions of the library, which hide why they failed: if the
 * disk is full, SQLite has rolled back already, and the caller would only see that there is nothing to roll back.
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
