import {
  closeSync,
  cpSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'libsql';
import { expect, it, onTestFinished, vi } from 'vitest';
import { silentLogger } from '../logger.ts';
import { ManualClock } from '../testing/manual-clock.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { CopyFiles } from './copy-files.ts';
import { copyWithinMs, keepCopies } from './copy-keeper.ts';
import type { DataSpec } from './data-spec.ts';
import { DatabaseCopies } from './database-copies.ts';
import { openDatabase } from './open-database.ts';
import { examineDatabase, repairDatabase } from './repair-database.ts';
import { StoredSettings, storedText } from './stored-settings.ts';

const spec = {
  owner: 'station',
  settings: { nickname: storedText(undefined) },
  migrations: [
    'CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT',
    'CREATE TABLE tags (id INTEGER PRIMARY KEY AUTOINCREMENT, model TEXT) STRICT; CREATE TABLE other (x)',
  ],
  copied: [{ table: 'settings' }, { table: 'tags' }],
  checks: [{ table: 'tags', bad: "model = 'bad'" }],
} satisfies DataSpec;

async function opened() {
  const folder = await temporaryFolder();
  const clock = new ManualClock();
  const log = { ...silentLogger, warn: vi.fn() };
  const store = openDatabase({ folder, ...spec });
  const keeper = keepCopies({ database: store.database, folder, spec, clock, log });
  let closing: Promise<void> | undefined;
  const close = () => {
    closing ??= keeper.close().then(() => store.close());
    return closing;
  };
  onTestFinished(close);
  const copies = new CopyFiles(folder, 'station');
  const settings = new StoredSettings(store.database, spec.settings);
  const number = () => copies.newest()?.number;
  return { folder, clock, log, store, copies, settings, number, close };
}

it('keepCopies writes one copy for many changes, none without a change, and a last one at the end', async () => {
  const { clock, settings, number, copies, close, store } = await opened();
  for (let count = 0; count < 50; count++) settings.set('nickname', `Name ${count}`);
  await clock.advance(copyWithinMs);
  await expect.poll(number).toBe(1);
  expect(JSON.stringify(copies.newest()?.tables.settings)).toContain('Name 49');
  await clock.advance(10 * copyWithinMs);
  // Rows outside the copy, and changes that are undone, do not cause a write.
  store.database.exec(
    "INSERT INTO other VALUES (1); INSERT INTO settings VALUES ('a', 'b'); DELETE FROM settings WHERE name = 'a'",
  );
  await clock.advance(copyWithinMs);
  expect(number()).toBe(1);
  settings.set('nickname', 'Last');
  await close();
  expect(number()).toBe(2);
  expect(clock.pending).toBe(0);
});

it('CopyFiles falls back to the previous copy if the newest is damaged, and continues the numbering', async () => {
  const { folder, clock, settings, number, copies } = await opened();
  settings.set('nickname', 'One');
  await clock.advance(copyWithinMs);
  await expect.poll(number).toBe(1);
  settings.set('nickname', 'Two');
  await clock.advance(copyWithinMs);
  await expect.poll(number).toBe(2);
  writeFileSync(copies.pathOf(1), 'damaged');
  expect(JSON.stringify(copies.newest())).toContain('One');
  settings.set('nickname', 'Three');
  await clock.advance(copyWithinMs);
  await expect.poll(number).toBe(3);
  expect(readdirSync(folder).filter((name) => name.endsWith('.new'))).toEqual([]);
});

it('keepCopies reports once that a copy cannot be written, and writes it as soon as possible', async () => {
  const { clock, log, settings, number, copies } = await opened();
  const blocked = join(copies.pathOf(2), 'in the way');
  mkdirSync(blocked, { recursive: true });
  settings.set('nickname', 'One');
  await clock.advance(copyWithinMs);
  await expect.poll(() => log.warn.mock.calls.length).toBe(1);
  // The next copy goes to the other file.
  await clock.advance(copyWithinMs);
  await expect.poll(number).toBe(2);
  expect(log.warn).toHaveBeenCalledTimes(1);
});

it('damage is reported without the heading that SQLite adds', async () => {
  const { folder, store, close } = await opened();
  store.database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  const root = store.database.prepare("SELECT rootpage FROM sqlite_master WHERE name = 'tags'").get();
  await close();
  const file = openSync(join(folder, 'station.db'), 'r+');
  writeSync(file, Buffer.alloc(4096, 0x5a), 0, 4096, ((root as { rootpage: number }).rootpage - 1) * 4096);
  closeSync(file);
  const { reason } = examineDatabase(folder, spec);
  expect(reason).toMatch(/^[^*]+$/);
});

it('a repair keeps readable tables without a copy, and drops rows that the service cannot read', async () => {
  const { folder, settings, store, close } = await opened();
  settings.set('nickname', 'Kitchen');
  store.database.exec("INSERT INTO tags (model) VALUES ('good'), ('bad'); INSERT INTO other VALUES (7)");
  await close();
  expect(() => openDatabase({ folder, ...spec })).toThrow(
    /1 rows of the table tags cannot be read.*doctor --repair/,
  );
  expect(examineDatabase(folder, spec)).toMatchObject({ state: 'damaged', copyOf: expect.any(String) });
  expect(repairDatabase(folder, spec)?.tables).toEqual([
    { table: 'settings', rows: 2, from: 'copy' },
    { table: 'tags', rows: 1, from: 'copy' },
    { table: 'other', rows: 1, from: 'database' },
  ]);
  expect(examineDatabase(folder, spec)).toMatchObject({ state: 'well' });
  const again = openDatabase({ folder, ...spec });
  const { lastInsertRowid } = again.database.prepare("INSERT INTO tags (model) VALUES ('new')").run();
  expect(Number(lastInsertRowid)).toBeGreaterThan(2);
  again.close();
});

it('a service does not start on an empty database if a copy exists', async () => {
  const { folder: used, settings, close } = await opened();
  settings.set('nickname', 'Kitchen');
  await close();
  // A new folder, because this process still has connections to the files of the first.
  const folder = await temporaryFolder();
  for (const name of readdirSync(used)) cpSync(join(used, name), join(folder, name));
  const path = join(folder, 'station.db');
  truncateSync(path);
  expect(() => openDatabase({ folder, ...spec })).toThrow('it has lost changes that its copy has');
  for (const end of ['', '-wal', '-shm']) rmSync(`${path}${end}`, { force: true });
  expect(() => openDatabase({ folder, ...spec })).toThrow('doctor --repair');
  expect(repairDatabase(folder, spec)?.tables[0]).toMatchObject({ table: 'settings', from: 'copy' });
  const again = openDatabase({ folder, ...spec });
  expect(new StoredSettings(again.database, spec.settings).get('nickname')).toBe('Kitchen');
  again.close();
  // A copy written by a newer version is left alone.
  expect(() => repairDatabase(folder, { ...spec, migrations: spec.migrations.slice(0, 1) })).toThrow(
    'newer version',
  );
});

/** Creates a database of the previous version with a copy, and changes it while no service runs. */
async function changed(sql: string): Promise<string> {
  const { folder, settings, store, close } = await opened();
  settings.set('nickname', 'Kitchen');
  store.database.exec(
    "INSERT INTO tags (model) VALUES ('one'), ('two'), ('three'); DELETE FROM tags WHERE id = 3",
  );
  await close();
  const raw = new Sqlite(join(folder, 'station.db'));
  raw.exec(sql);
  raw.close();
  return folder;
}

function tagsIn(folder: string, of: DataSpec): unknown[] {
  const { database, close } = openDatabase({ folder, ...of });
  try {
    return (database.prepare('SELECT * FROM tags ORDER BY id').raw().all() as unknown[][]).map((row) => [
      ...row,
    ]);
  } finally {
    close();
  }
}

const later = 'CREATE TABLE more (x); ALTER TABLE tags ADD COLUMN colour TEXT';
const newer: DataSpec = {
  ...spec,
  migrations: [...spec.migrations, later],
  copied: [...spec.copied, { table: 'more' }],
  checks: [...spec.checks, { table: 'tags', bad: "colour = 'none'" }],
};

it('a repair takes every row of a copied table from the copy', async () => {
  const folder = await changed(
    "UPDATE tags SET model = 'bad' WHERE id = 2; UPDATE tags SET model = 'new' WHERE id = 1",
  );
  expect(repairDatabase(folder, spec)?.tables[1]).toEqual({ table: 'tags', rows: 2, from: 'copy' });
  expect(tagsIn(folder, spec)).toEqual([
    [1, 'one'],
    [2, 'two'],
  ]);
});

it('a repair never assigns an id twice, even without a copy', async () => {
  const folder = await changed("UPDATE tags SET model = 'bad' WHERE id = 2");
  for (const place of [1, 2]) rmSync(join(folder, `station.copy-${place}.json`), { force: true });
  expect(repairDatabase(folder, spec)?.copyOf).toBeUndefined();
  const { database, close } = openDatabase({ folder, ...spec });
  expect(Number(database.prepare("INSERT INTO tags (model) VALUES ('x')").run().lastInsertRowid)).toBe(4);
  close();
});

it('a repair drops references to rows that the service cannot read', async () => {
  const folder = await temporaryFolder();
  const link = 'CREATE TABLE links (tag INTEGER REFERENCES tags (id) ON DELETE CASCADE)';
  const tags = {
    columns: ['id', 'model'],
    rows: [
      [1, 'good'],
      [2, 'bad'],
    ],
  };
  const tables = { tags, links: { columns: ['tag'], rows: [[1], [2]] } };
  await new CopyFiles(folder, 'station').write(1, JSON.stringify({ schema: 3, tables, highestIds: {} }));
  const repair = repairDatabase(folder, { ...spec, migrations: [...spec.migrations, link] });
  expect(repair?.tables).toContainEqual({ table: 'links', rows: 1, from: 'copy' });
});

it('a repair migrates an older database, and corrects rows that depend on lost ones', async () => {
  const folder = await changed("UPDATE tags SET model = 'bad' WHERE id = 2");
  const afterRepair = "UPDATE tags SET colour = 'red'";
  repairDatabase(folder, { ...newer, afterRepair });
  expect(tagsIn(folder, newer)).toEqual([
    [1, 'one', 'red'],
    [2, 'two', 'red'],
  ]);
});

it('a repair keeps rows created by a migration after the copy was made', async () => {
  const folder = await changed(
    `${later}; PRAGMA user_version = 3; INSERT INTO more VALUES (1); UPDATE tags SET colour = 'red';
     INSERT INTO tags (model, colour) VALUES ('four', 'none')`,
  );
  expect(repairDatabase(folder, newer)?.tables).toContainEqual({ table: 'more', rows: 1, from: 'database' });
  expect(tagsIn(folder, newer)).toEqual([
    [1, 'one', null],
    [2, 'two', null],
  ]);
});

it('a repair drops only rows that violate a constraint', async () => {
  const folder = await changed("UPDATE tags SET model = 'bad' WHERE id = 2");
  const strict = 'CREATE TABLE other (x CHECK (x > 1))';
  const raw = new Sqlite(join(folder, 'station.db'));
  raw.exec('INSERT INTO other VALUES (2), (1), (3)');
  raw.close();
  const migrations = spec.migrations.map((each) => each.replace('CREATE TABLE other (x)', strict));
  expect(repairDatabase(folder, { ...spec, migrations })?.tables[2]).toMatchObject({
    table: 'other',
    rows: 2,
  });
});

it('a database opens although a pending migration has yet to create a table', async () => {
  const folder = await temporaryFolder();
  openDatabase({ folder, ...spec }).close();
  openDatabase({ folder, ...newer }).close();
  const raw = new Sqlite(join(folder, 'station.db'));
  raw.exec('DROP TABLE more');
  raw.close();
  expect(() => openDatabase({ folder, ...newer })).toThrow('the table more is missing');
});

it('a database restored from before an update opens repeatedly, even after a crash', async () => {
  const folder = await temporaryFolder();
  openDatabase({ folder, ...spec }).close();
  const trial = openDatabase({ folder, ...newer, keepCopy: true });
  const log = silentLogger;
  const keeper = keepCopies({ database: trial.database, folder, spec: newer, clock: new ManualClock(), log });
  new StoredSettings(trial.database, spec.settings).set('nickname', 'Of the newer one');
  await keeper.close();
  trial.close();
  // Simulates a power cut right after the old database is put back.
  const number = new CopyFiles(folder, 'station').newest()?.number;
  expect(new DatabaseCopies(join(folder, 'station.db')).comeBack(spec.migrations.length, number)).toBe(true);
  for (const _ of ['first', 'second']) openDatabase({ folder, ...spec }).close();
});
