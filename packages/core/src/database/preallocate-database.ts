import type Sqlite from 'libsql';

const reserveBytes = 512 * 1024;
const pageBytes = 4096;

/**
 * Enlarges the files of a database so that changes, such as deletions, can still be written when the disk is
 * full. Freed pages stay with the database, and the log restarts before it outgrows its share.
 */
export function preallocateDatabase(database: Sqlite.Database): void {
  try {
    database.exec(`
      PRAGMA wal_autocheckpoint = ${reserveBytes / pageBytes / 2};
      DROP TABLE IF EXISTS reserve;
      CREATE TABLE reserve (room BLOB);
      INSERT INTO reserve VALUES (zeroblob(${reserveBytes}));
      PRAGMA wal_checkpoint(RESTART);
      DROP TABLE reserve;
      PRAGMA wal_checkpoint(RESTART);
    `);
  } catch {
    // The disk is already full; the database may still work.
  }
}
