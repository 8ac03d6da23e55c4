import { statSync } from 'node:fs';

/** Returns whether the path exists and is not a file. */
export function isNotAFile(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isFile() === false;
  } catch {
    // A symbolic link loop.
    return true;
  }
}
