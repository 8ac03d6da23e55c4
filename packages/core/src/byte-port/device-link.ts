import { lstat, readlink, rename, rm, symlink } from 'node:fs/promises';
import { systemErrorCode } from '../errors.ts';

/**
 * Points `linkPath` at a terminal. Replaces a link left by an earlier run; never replaces a file, a folder,
 * or a link to anything but a terminal.
 */
export async function linkDevice(linkPath: string, devicePath: string): Promise<void> {
  if (!(await isFreeForLink(linkPath))) {
    throw new Error(`${linkPath} already exists and is not a link to a terminal. Choose another path.`);
  }
  // Creates the link beside the path and renames it, so that clients never find the path missing.
  const fresh = `${linkPath}.${process.pid}`;
  try {
    await rm(fresh, { force: true });
    await symlink(devicePath, fresh);
    await rename(fresh, linkPath);
  } catch (error) {
    throw new Error(`${linkPath} cannot be made. ${whatToDo(error)}`, { cause: error });
  }
}

function whatToDo(error: unknown): string {
  switch (systemErrorCode(error)) {
    case 'ENOENT':
    case 'ENOTDIR':
      return 'Make its folder first, or choose another path.';
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return 'Choose a path in a folder that you may write to.';
    default:
      return 'Choose another path.';
  }
}

/** Removes the link unless it points to a different device by now. */
export async function unlinkDevice(linkPath: string, devicePath: string): Promise<void> {
  const target = await readlink(linkPath).catch(() => undefined);
  if (target === devicePath) await rm(linkPath, { force: true });
}

async function isFreeForLink(path: string): Promise<boolean> {
  try {
    const entry = await lstat(path);
    return entry.isSymbolicLink() && (await readlink(path)).startsWith('/dev/');
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return true;
    throw error;
  }
}
