import { link, lstat, open, rename, unlink } from 'node:fs/promises';
import { AppError, syncRenamed, systemErrorCode } from '@stationery/core';

/** What file systems say that know no second name for a file: FAT and exFAT, and some over a network. */
const noLinks = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'];

/**
 * Gives a file its name and never takes that name from another: a rename would replace a file that somebody
 * has just copied to the card, or a link or a folder that no listing shows. A second name is refused by the
 * system itself where the name is taken. Where there are no second names, a look comes right before the rename.
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
 * The same where a rename is written in several steps. The name is made first, empty, and lasts: a power cut then
 * leaves it empty or whole, and never an entry of which only the short name of FAT was written.
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
 * Removes the first name of a file where a crash came after the second one was made. Only where the system says that both
 * are one file: on FAT, two entries for the same content would lose it together.
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
  throw new AppError('name-taken', 'Something of this name is on the card already. Choose another name.', {
    pointer: '/data/filename',
    cause,
  });
}
