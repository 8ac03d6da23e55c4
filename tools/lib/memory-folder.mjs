// Moves temporary files to memory, because services sync every change and tests would mostly wait for a real
// disk. Tests that kill a process prove the same, because what it has written survives in memory, too.
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

const sharedMemory = '/dev/shm';
/** All tests together use less than a third of this at a time. */
const neededBytes = 6 * 1024 ** 3;

/** Uses a folder in memory for the temporary files of this process and its children, if there is enough memory. */
export function useMemoryFolder() {
  if (process.platform !== 'linux' || !existsSync(sharedMemory)) return;
  removeLeftovers();
  if (!hasRoom()) return;
  // The pid in the name shows whether the folder is still in use.
  const folder = mkdtempSync(join(sharedMemory, `stationery-tests-${process.pid}-`));
  // Let programs of other users read files in the folder, as in /tmp.
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

/** Removes the folders of killed runs. */
function removeLeftovers() {
  for (const name of readdirSync(sharedMemory)) {
    const [, pid] = /^stationery-tests-(\d{1,10})-/.exec(name) ?? [];
    if (pid === undefined || existsSync(`/proc/${pid}`)) continue;
    remove(join(sharedMemory, name));
  }
}

/** Removes a folder unless a killed test left something mounted in it, because files behind that mount must stay. */
function remove(folder) {
  const mounts = readFileSync('/proc/self/mounts', 'utf8').split('\n');
  if (mounts.some((line) => line.split(' ')[1]?.startsWith(`${folder}/`))) return;
  rmSync(folder, { recursive: true, force: true });
}
