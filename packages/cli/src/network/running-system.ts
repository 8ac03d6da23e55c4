import { existsSync, statSync } from 'node:fs';

/** Whether `root` is the root of the running system, not of an image or a chroot. */
export function isRunningSystem(root: string): boolean {
  if (root !== '/') return false;
  try {
    const [own, first] = [statSync('/'), statSync('/proc/1/root/')];
    return own.dev === first.dev && own.ino === first.ino;
  } catch {
    // Users other than root cannot read this path, but they could not change the system either.
    return false;
  }
}

export const runsSystemd = () => existsSync('/run/systemd/system');
