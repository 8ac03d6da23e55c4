import type Sqlite from 'libsql';

const reserveBytes = 512 * 1024;
const pageBytes = 4096;

/**
 * Makes the files of a database larger than they need be, so that changes can still be written when the disk
 * is full: that a file was deleted, above all, which makes room again. What is freed here stays with the
 * database, and its log is restarted before it outgrows its share.
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
    // The disk is full already. It may do all the same.
  }
}
