import { statSync } from 'node:fs';

/** Whether there is something at this path that is not a file. */
export function isNotAFile(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isFile() === false;
  } catch {
    // A link that leads nowhere but to itself.
    return true;
  }
}
