// A folder in memory for what tests write. Services save to the disk with every change, and on a real disk the tests would
// mostly wait for that. What a test proves about a kill is the same: what a killed process wrote stays in either.
import { existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

const sharedMemory = '/dev/shm';
/** All tests together leave less than a third of this in their folders at a time. */
const neededBytes = 6 * 1024 ** 3;

/** Has this process and those that it starts use it as the folder for temporary files; where there is enough memory. */
export function useMemoryFolder() {
  if (!hasRoom()) return;
  const folder = mkdtempSync(join(sharedMemory, 'stationery-tests-'));
  process.env.TMPDIR = folder;
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
}

function hasRoom() {
  if (process.platform !== 'linux' || !existsSync(sharedMemory)) return false;
  const { bavail, bsize } = statfsSync(sharedMemory);
  const [, availableKb = '0'] =
    /^MemAvailable: +(\d+) kB$/m.exec(readFileSync('/proc/meminfo', 'utf8')) ?? [];
  return Math.min(bavail * bsize, Number(availableKb) * 1024) >= neededBytes;
}
