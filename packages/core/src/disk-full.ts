import { AppError, systemErrorCode } from './errors.ts';

/** Of the disk, the database's log, or a quota. */
const fullCodes: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'SQLITE_FULL', 'SQLITE_IOERR_SHMSIZE']);

export function isDiskFull(error: unknown): boolean {
  if (error instanceof AppError) return error.code === 'disk-full';
  return fullCodes.has(systemErrorCode(error) ?? '');
}

export function diskFull(cause?: unknown): AppError {
  return new AppError(
    'disk-full',
    'The disk of the service is full, so nothing can be saved. Free some space, then try again.',
    { cause },
  );
}
