import { join } from 'node:path';
import { fillDisk, mountTmpfs, temporaryFolder } from '@stationery/core/testing';
import Sqlite from 'libsql';
import { onTestFinished } from 'vitest';

/** A data folder on a separate small disk. */
export async function smallDisk(sizeBytes = 8 * 1024 * 1024): Promise<string> {
  const folder = join(await temporaryFolder(), 'data');
  mountTmpfs(folder, sizeBytes);
  return folder;
}

/**
 * Fills the disk, including the space reserved in the database and its log. Returns a function that frees the space.
 */
export function fillToTheLastByte(folder: string): () => void {
  const path = join(folder, 'plotter.db');
  const reader = new Sqlite(path);
  const writer = new Sqlite(path);
  const freeDisk = fillDisk(folder);
  // An open reader keeps the log from being reused from its start.
  reader.exec('BEGIN');
  reader.prepare('SELECT count(*) FROM jobs').get();
  writer.exec('PRAGMA wal_autocheckpoint = 0');
  for (const size of [16_384, 1]) {
    try {
      for (;;)
        writer.prepare('INSERT INTO settings VALUES (?, ?)').run(Math.random().toString(), 'x'.repeat(size));
    } catch {
      // The disk is full.
    }
  }
  writer.close();
  let isFull = true;
  const free = () => {
    if (!isFull) return;
    isFull = false;
    reader.close();
    freeDisk();
  };
  onTestFinished(free);
  return free;
}
