import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'libsql';
import { messageOf, systemErrorCode } from '../errors.ts';
import { SettingError } from '../settings/setting.ts';

/**
 * Claims a data folder for this process. The claim is a lock of the kernel's on a small database, so it ends
 * with the process however that ends, and a number left in a file by a crash means nothing.
 */
export function lockFolder(folder: string, owner: string): () => void {
  const pidPath = join(folder, 'lock.pid');
  let lock: Sqlite.Database | undefined;
  try {
    lock = new Sqlite(join(folder, 'lock.db'));
    lock.exec('PRAGMA journal_mode=DELETE; BEGIN EXCLUSIVE;');
    writeFileSync(pidPath, `${process.pid}\n`);
  } catch (error) {
    lock?.close();
    throw new SettingError(
      systemErrorCode(error) === 'SQLITE_BUSY'
        ? `another ${owner} is running on the data folder ${folder} (process ${readPid(pidPath)}); stop it, or choose another folder`
        : `the data folder ${folder} cannot be used: ${messageOf(error)}`,
    );
  }
  const held = lock;
  return () => {
    held.exec('ROLLBACK');
    held.close();
  };
}

function readPid(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return 'unknown';
  }
}
