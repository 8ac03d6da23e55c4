import { link, lstat, open, rename, unlink } from 'node:fs/promises';
import { AppError, syncRenamed, systemErrorCode } from '@stationery/core';

/** Errors of file systems without hard links: FAT, exFAT and some network file systems. */
const noLinks = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'];

/**
 * Gives a file its name with a hard link, because that fails if the name is taken. A rename would replace the
 * other file.
 */
export async function claimName(
  temporaryPath: string | Buffer,
  path: Buffer,
  secondName = link,
): Promise<void> {
  try {
    await secondName(temporaryPath, path);
  } catch (error) {
    const code = systemErrorCode(error) ?? '';
    if (code === 'EEXIST') taken(error);
    if (!noLinks.includes(code)) throw error;
    if (await isTaken(path)) taken(error);
    await rename(temporaryPath, path);
    return;
  }
  try {
    await unlink(temporaryPath);
  } catch (error) {
    await unlink(path).catch(() => undefined);
    throw error;
  }
}

/**
 * Like `claimName`, for file systems that rename in several steps. Creates an empty file first, so that a power
 * cut leaves the file empty or complete, but never with only its short FAT name.
 */
export async function claimNameInSteps(temporaryPath: string | Buffer, path: Buffer): Promise<void> {
  const placeholder = await open(path, 'wx').catch((error: unknown) => {
    if (systemErrorCode(error) === 'EEXIST') taken(error);
    throw error;
  });
  try {
    await placeholder.close();
    await syncRenamed(path);
    await rename(temporaryPath, path);
  } catch (error) {
    await unlink(path).catch(() => undefined);
    throw error;
  }
}

/**
 * Completes a claim after a crash between link and unlink. Removes the temporary name only if it is a hard
 * link: on FAT, removing one of two entries with the same content would lose both.
 */
export async function finishClaim(temporaryPath: string | Buffer, path: Buffer): Promise<void> {
  const [first, second] = await Promise.all(
    [temporaryPath, path].map((name) => lstat(name, { bigint: true })),
  );
  if (first === undefined || second === undefined || first.nlink < 2n) return;
  if (first.dev === second.dev && first.ino === second.ino) await unlink(temporaryPath);
}

async function isTaken(path: Buffer): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return false;
    throw error;
  }
}

function taken(cause: unknown): never {
  throw new AppError('name-taken', 'The card already has something with this name. Choose another.', {
    pointer: '/data/filename',
    cause,
  });
}
