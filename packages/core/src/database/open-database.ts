import { mkdirSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import Sqlite from 'libsql';
import { messageOf } from '../errors.ts';
import { SettingError } from '../settings/setting.ts';
import { type Copy, CopyFiles } from './copy-files.ts';
import type { DataSpec } from './data-spec.ts';
import type { Database } from './database.ts';
import { DatabaseCopies, schemaVersion } from './database-copies.ts';
import { damaged, findDamage, isDamage, isOlderThan, reasonOf } from './find-damage.ts';
import { isNotAFile, lockFolder } from './lock-folder.ts';

/** Compares the message, because libsql's error for a closed database has no code. */
export function isClosedDatabase(error: unknown): boolean {
  return error instanceof TypeError && error.message === 'The database connection is not open';
}

export interface DatabaseOptions
  extends Pick<DataSpec, 'owner' | 'migrations'>,
    Partial<Omit<DataSpec, 'owner' | 'migrations'>> {
  folder: string;
  /** Keep a copy from before the migrations, for a rollback to the previous version. */
  keepCopy?: boolean;
}

export interface OpenDatabase {
  database: Database;
  /**
   * Opens a second connection, whose writes do not wait for the disk. A power cut loses its writes since the
   * last `syncJournal`.
   */
  journal(): Database;
  syncJournal(): Promise<void>;
  /** Checkpoints the log so that its space can be reused; for a full disk. */
  reuseLog(): void;
  /** Removes the copies from before migrations. Rolling back is impossible afterwards. */
  dropCopies(): void;
  close(): void;
}

/** Opens and locks the data folder. Writes are durable when a call returns (WAL with `synchronous=FULL`). */
export function openDatabase(options: DatabaseOptions): OpenDatabase {
  try {
    mkdirSync(options.folder, { recursive: true, mode: 0o750 });
  } catch (error) {
    throw new SettingError(`the data folder ${options.folder} cannot be created: ${messageOf(error)}`);
  }
  const spare = new ReserveFile(options.folder);
  spare.giveIfFull();
  const unlock = lockFolder(options.folder, options.owner);
  const path = join(options.folder, `${options.owner}.db`);
  let database: Database | undefined;
  try {
    const copies = new DatabaseCopies(path);
    requireNoFolder(path);
    const copy = options.copied && new CopyFiles(options.folder, options.owner).newest();
    copies.comeBack(options.migrations.length, copy?.number);
    const opened = new Sqlite(path);
    database = opened;
    opened.exec(
      'PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON; PRAGMA busy_timeout=5000;',
    );
    requireWhole(opened, path, options, copy);
    migrate(opened, options.migrations, (version) => options.keepCopy && copies.keep(opened, version));
    const others: Database[] = [];
    preallocateDatabase(opened);
    spare.keep();
    return {
      database: opened,
      journal() {
        const journal = new Sqlite(path);
        journal.exec('PRAGMA synchronous=NORMAL; PRAGMA foreign_keys=ON; PRAGMA busy_timeout=5000;');
        others.push(journal);
        return journal;
      },
      async syncJournal() {
        const wal = await open(`${path}-wal`, 'r');
        try {
          await wal.datasync();
        } finally {
          await wal.close();
        }
      },
      // A passive checkpoint does not wait for readers.
      reuseLog: () => void opened.prepare('PRAGMA wal_checkpoint(PASSIVE)').get(),
      dropCopies: () => copies.drop(),
      close() {
        for (const other of others) other.close();
        opened.close();
        unlock();
      },
    };
  } catch (error) {
    database?.close();
    unlock();
    if (error instanceof SettingError) throw error;
    throw isDamage(error)
      ? damaged(path, reasonOf(error))
      : new SettingError(
          `the database ${path} cannot be opened (${reasonOf(error)}): check that this user may read and write it and its folder, or run “stationery doctor --repair”`,
        );
  }
}

function requireNoFolder(path: string): void {
  for (const end of ['', '-wal', '-shm']) {
    if (isNotAFile(`${path}${end}`)) throw damaged(path, `${path}${end} is not a file`);
  }
}

function requireWhole(
  database: Database,
  path: string,
  { folder, copied = [], checks = [], migrations }: DatabaseOptions,
  copy: Copy | undefined,
): void {
  if (schemaVersion(database) > migrations.length) {
    throw new SettingError(`the data folder ${folder} was written by a newer version; update this one`);
  }
  const damage = findDamage(database, path, { copied, checks, migrations });
  if (damage !== undefined) throw damaged(path, damage);
  if (isOlderThan(database, copy)) throw damaged(path, 'it has lost changes that its copy has');
}

export function migrate(
  database: Database,
  migrations: readonly string[],
  before: (version: number) => unknown,
): void {
  const done = schemaVersion(database);
  if (done >= migrations.length) return;
  if (done > 0) before(done);
  // One transaction is atomic and waits for the disk once.
  runTransaction(database, () => {
    for (const migration of migrations.slice(done)) database.exec(migration);
    database.exec(`PRAGMA user_version = ${migrations.length}`);
  });
}

/**
 * Runs `work` in a transaction. Replaces the library's transactions, which hide the error of a full disk:
 * SQLite has already rolled back, so their own rollback fails.
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

const reserveBytes = 512 * 1024;
const pageBytes = 4096;

/**
 * Reserves room so that changes, such as deletions, can still be written when the disk is full. The freed pages
 * stay in the database file, and the log is checkpointed before it outgrows its share of the room.
 */
function preallocateDatabase(database: Sqlite.Database): void {
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

/** Enough for a start: the log of the database, the log's index, and a lock. */
const spareBytes = 1024 * 1024;

/**
 * Reserves space for a start on a full disk, because only a running service can be asked to delete something.
 */
class ReserveFile {
  readonly #folder: string;
  readonly #path: string;

  constructor(folder: string) {
    this.#folder = folder;
    this.#path = join(folder, 'spare-room');
  }

  giveIfFull(): void {
    if (this.#freeBytes() < spareBytes) this.#give();
  }

  keep(): void {
    try {
      const size = statSync(this.#path, { throwIfNoEntry: false })?.size ?? 0;
      if (size === spareBytes || this.#freeBytes() < 4 * spareBytes) return;
      writeFileSync(this.#path, Buffer.alloc(spareBytes, 1));
    } catch {
      this.#give();
    }
  }

  #give(): void {
    try {
      rmSync(this.#path, { force: true });
    } catch {
      // The path is not a file but, for example, a folder. Leave it.
    }
  }

  #freeBytes(): number {
    const { bavail, bsize } = statfsSync(this.#folder);
    return bavail * bsize;
  }
}
