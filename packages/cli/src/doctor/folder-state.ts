import { accessSync, constants, existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

export interface MountedAt {
  /** Whether the folder itself is where it is mounted. */
  isMountPoint: boolean;
  fileSystem: string;
  readOnly: boolean;
}

/** The file system that a folder lies on, from the kernel. */
export function mountOf(
  path: string,
  mounts = readFileSync('/proc/self/mountinfo', 'utf8'),
): MountedAt | undefined {
  const wanted = resolve(path);
  const found = mounts
    .trim()
    .split('\n')
    .map((line) => {
      const [left = '', right = ''] = line.split(' - ');
      const [, , , , point = '', options = ''] = left.split(' ');
      const [fileSystem = '', , superOptions = ''] = right.split(' ');
      const at = point.replace(/\\(\d{3})/g, (_, octal: string) =>
        String.fromCharCode(Number.parseInt(octal, 8)),
      );
      return { at, fileSystem, readOnly: `${options},${superOptions}`.split(',').includes('ro') };
    })
    .filter(({ at }) => wanted === at || wanted.startsWith(at === '/' ? '/' : `${at}/`))
    // The last one of the deepest hides the others.
    .reduce(
      (best, each) => (best !== undefined && best.at.length > each.at.length ? best : each),
      undefined as { at: string; fileSystem: string; readOnly: boolean } | undefined,
    );
  return (
    found && { isMountPoint: found.at === wanted, fileSystem: found.fileSystem, readOnly: found.readOnly }
  );
}

/** Whether this user may write there, for all that can be told without writing. */
export function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return mountOf(path)?.readOnly !== true;
  } catch {
    return false;
  }
}

export function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/** The folder itself, or the closest one above it that there is. */
export function existingFolder(path: string): string {
  const whole = resolve(path);
  return existsSync(whole) ? whole : existingFolder(dirname(whole));
}
