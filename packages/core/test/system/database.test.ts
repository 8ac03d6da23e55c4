import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../src/database/database.ts';
import { openDatabase, runTransaction } from '../../src/database/open-database.ts';
import { readStoredSetting, StoredSettings, storedText } from '../../src/database/stored-settings.ts';
import { isDiskFull } from '../../src/disk-full.ts';
import { fillDisk, mountTmpfs, needsMounts, temporaryFolder } from '../../src/testing/index.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'stationery-db-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const first = 'CREATE TABLE a (x)';
const storedIn = (database: Database) =>
  new StoredSettings(database, { serial: storedText(undefined), nickname: storedText(undefined) });
const open = (migrations: string[]) => openDatabase({ folder, owner: 'station', migrations });

describe('openDatabase', () => {
  it('runs each migration once and keeps stored data', () => {
    const one = open([first]);
    one.database.exec('INSERT INTO a VALUES (7)');
    one.close();
    const two = open([first, 'ALTER TABLE a ADD COLUMN y DEFAULT 3']);
    expect(two.database.prepare('SELECT * FROM a').all()).toMatchObject([{ x: 7, y: 3 }]);
    two.close();
  });

  it('applies none of several migrations if one fails', () => {
    const broken = [first, 'CREATE TABLE b (x)', 'INSERT INTO nowhere VALUES (1)'];
    expect(() => open(broken)).toThrow('cannot be opened');
    const again = open(['CREATE TABLE b (y)']);
    expect(again.database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all()).toMatchObject(
      [{ name: 'b' }],
    );
    again.close();
  });

  it('rolls back a migration that fails halfway', () => {
    open([first]).close();
    expect(() => open([first, 'CREATE TABLE b (x); INSERT INTO nowhere VALUES (1)'])).toThrow(
      'cannot be opened',
    );
    const again = open([first, 'CREATE TABLE b (x)']);
    expect(again.database.prepare('SELECT count(*) AS n FROM b').get()).toMatchObject({ n: 0 });
    again.close();
  });

  it('allows a rollback to the previous version until the new one has proven itself', () => {
    const newer = [first, 'CREATE TABLE b (x)', 'DROP TABLE a'];
    const one = open([first]);
    one.database.exec('INSERT INTO a VALUES (7)');
    one.close();
    const trial = openDatabase({ folder, owner: 'station', migrations: newer, keepCopy: true });
    trial.database.exec('INSERT INTO b VALUES (1)');
    trial.close();
    const back = open([first]);
    expect(back.database.prepare('SELECT * FROM a').all()).toMatchObject([{ x: 7 }]);
    back.database.exec('INSERT INTO a VALUES (8)');
    back.close();
    const again = openDatabase({ folder, owner: 'station', migrations: newer, keepCopy: true });
    again.dropCopies();
    again.close();
    expect(() => open([first])).toThrow('written by a newer version');
  });

  it('allows a rollback from a new version that was killed', () => {
    const one = open([first]);
    one.database.exec('INSERT INTO a VALUES (7)');
    one.close();
    const script = `import { openDatabase } from '@stationery/core';
      const { database } = openDatabase({ folder: process.argv[1], owner: 'station', keepCopy: true,
        migrations: ['', 'CREATE TABLE b (x)'] });
      database.exec('INSERT INTO b VALUES (1); DELETE FROM a');
      process.kill(process.pid, 'SIGKILL');`;
    const args = ['--input-type=module', '-e', script, folder];
    expect(spawnSync(process.execPath, args, { cwd: import.meta.dirname }).signal).toBe('SIGKILL');
    const back = open([first]);
    expect(back.database.prepare('SELECT * FROM a').all()).toMatchObject([{ x: 7 }]);
    back.close();
  });

  it('refuses a folder written by a newer version', () => {
    open([first, 'CREATE TABLE b (x)']).close();
    expect(() => open([first])).toThrow('written by a newer version');
  });

  it('is durable at every commit', () => {
    const { database, close } = open([]);
    expect(database.prepare('PRAGMA synchronous').get()).toMatchObject({ synchronous: 2 });
    expect(database.prepare('PRAGMA journal_mode').get()).toMatchObject({ journal_mode: 'wal' });
    close();
  });

  it('locks the folder for one process, and releases it when that process is killed', () => {
    const script = `
      import Sqlite from 'libsql';
      const lock = new Sqlite(${JSON.stringify(join(folder, 'lock.db'))});
      lock.exec('BEGIN EXCLUSIVE');
      process.kill(process.pid, 'SIGKILL');`;
    const held = open([]);
    expect(() => open([])).toThrow(
      `another station is running on the data folder ${folder} (process ${process.pid})`,
    );
    held.close();
    const killed = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
      cwd: import.meta.dirname,
    });
    expect(killed.signal).toBe('SIGKILL');
    open([]).close();
  });

  it('lets other programs read a stored setting while it is open, and returns undefined for a missing one', () => {
    expect(readStoredSetting(folder, 'station', 'serial')).toBeUndefined();
    const { database, close } = open(['CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL)']);
    storedIn(database).set('serial', '02A1B2C3D4E5');
    expect(readStoredSetting(folder, 'station', 'serial')).toBe('02A1B2C3D4E5');
    expect(readStoredSetting(folder, 'station', 'nickname')).toBeUndefined();
    storedIn(database).set('nickname', 'Kitchen');
    close();
    expect(readStoredSetting(folder, 'station', 'nickname')).toBe('Kitchen');
  });
});

const mounts = needsMounts();

describe.skipIf(!mounts.run)(`openDatabase on a full disk (${mounts.label})`, () => {
  const tables = ['CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL)'];

  it('reopens, continues with higher event numbers and remains writable', async () => {
    const disk = join(await temporaryFolder(), 'disk');
    mountTmpfs(disk, 8 * 1024 * 1024);
    const openThere = () => openDatabase({ folder: disk, owner: 'station', migrations: tables });
    const first = openThere();
    const before = storedIn(first.database).nextRun();
    first.close();
    const makeRoom = fillDisk(disk);
    const second = openThere();
    expect(storedIn(second.database).nextRun()).toBeGreaterThan(before);
    storedIn(second.database).set('nickname', 'Kitchen');
    expect(storedIn(second.database).get('nickname')).toBe('Kitchen');
    second.close();
    makeRoom();
    openThere().close();
  });

  it('reports a full disk if not one byte is left', async () => {
    const disk = join(await temporaryFolder(), 'disk');
    mountTmpfs(disk, 4 * 1024 * 1024);
    const { database, close } = openDatabase({ folder: disk, owner: 'station', migrations: tables });
    const makeRoom = fillDisk(disk);
    const settings = storedIn(database);
    let failure: unknown;
    for (let at = 0; failure === undefined; at++) {
      try {
        runTransaction(database, () => settings.set('nickname', 'x'.repeat(100_000 * (at + 1))));
      } catch (error) {
        failure = error;
      }
    }
    expect(isDiskFull(failure)).toBe(true);
    makeRoom();
    settings.set('nickname', 'Kitchen');
    close();
  });
});
