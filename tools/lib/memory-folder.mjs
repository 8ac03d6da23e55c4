// Services sync every change, and tests would mostly wait for a real disk. Tests that kill a process prove
// the same, because the data it has written survives in either.
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

const sharedMemory = '/dev/shm';
/** All tests together use less than a third of this at a time. */
const neededBytes = 6 * 1024 ** 3;

/** For this process and its children, if there is enough memory. */
export function useMemoryFolder() {
  if (process.platform !== 'linux' || !existsSync(sharedMemory)) return;
  removeLeftovers();
  if (!hasRoom()) return;
  // The pid in the name shows later whether it is still in use.
  const folder = mkdtempSync(join(sharedMemory, `stationery-tests-${process.pid}-`));
  // Programs of other users read files in it, as in /tmp.
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

/** Of killed runs. */
function removeLeftovers() {
  for (const name of readdirSync(sharedMemory)) {
    const [, pid] = /^stationery-tests-(\d{1,10})-/.exec(name) ?? [];
    if (pid === undefined || existsSync(`/proc/${pid}`)) continue;
    remove(join(sharedMemory, name));
  }
}

/** Files behind a mount of a killed test must stay. */
function remove(folder) {
  const mounts = readFileSync('/proc/self/mounts', 'utf8').split('\n');
  if (mounts.some((line) => line.split(' ')[1]?.startsWith(`${folder}/`))) return;
  rmSync(folder, { recursive: true, force: true });
}
