import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'libsql';
import { SettingError } from '../settings/setting.ts';

/**
 * Claims a data folder for this process. The claim is a lock of the kernel's on a small database, so it ends
 * with the process however that ends, and a number left in a file by a crash means nothing.
 */
export function lockFolder(folder: string, owner: string): () => void {
  const lock = new Sqlite(join(folder, 'lock.db'));
  const pidPath = join(folder, 'lock.pid');
  try {
    lock.exec('PRAGMA journal_mode=DELETE; BEGIN EXCLUSIVE;');
  } catch {
    lock.close();
    throw new SettingError(
      `another ${owner} is running on the data folder ${folder} (process ${readPid(pidPath)}); stop it, or choose another folder`,
    );
  }
  writeFileSync(pidPath, `${process.pid}\n`);
  return () => {
    lock.exec('ROLLBACK');
    lock.close();
  };
}

function readPid(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return 'unknown';
  }
}
