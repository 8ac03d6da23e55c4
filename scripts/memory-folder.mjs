// A folder in memory for what tests write. Services save to the disk with every change, and on a real disk the tests would
// mostly wait for that. What a test proves about a kill is the same: what a killed process wrote stays in either.
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

const sharedMemory = '/dev/shm';
/** All tests together leave less than a third of this in their folders at a time. */
const neededBytes = 6 * 1024 ** 3;

/** Has this process and those that it starts use it as the folder for temporary files; where there is enough memory. */
export function useMemoryFolder() {
  if (process.platform !== 'linux' || !existsSync(sharedMemory)) return;
  removeLeftovers();
  if (!hasRoom()) return;
  // The number of this process says later whether anybody still uses it.
  const folder = mkdtempSync(join(sharedMemory, `stationery-tests-${process.pid}-`));
  // Programs of other users find their files in it, as in /tmp.
  chmodSync(folder, 0o755);
  process.env.TMPDIR = folder;
  process.on('exit', () => remove(folder));
}

function hasRoom() {
  const { bavail, bsize } = statfsSync(sharedMemory);
  const [, availableKb = '0'] =
    /^MemAvailable: +(\d+) kB$/m.exec(readFileSync('/proc/meminfo', 'utf8')) ?? [];
  return Math.min(bavail * bsize, Number(availableKb) * 1024) >= neededBytes;
}

/** Runs that were killed could not remove theirs, and memory is scarcer than a disk. */
function removeLeftovers() {
  for (const name of readdirSync(sharedMemory)) {
    const [, pid] = /^stationery-tests-(\d{1,10})-/.exec(name) ?? [];
    if (pid === undefined || existsSync(`/proc/${pid}`)) continue;
    remove(join(sharedMemory, name));
  }
}

/** Unless a test was killed while something was mounted there: what is behind a mount is not ours to remove. */
function remove(folder) {
  const mounts = readFileSync('/proc/self/mounts', 'utf8').split('\n');
  if (mounts.some((line) => line.split(' ')[1]?.startsWith(`${folder}/`))) return;
  rmSync(folder, { recursive: true, force: true });
}
