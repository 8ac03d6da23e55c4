import { AppError, systemErrorCode } from './errors.ts';

/** Error codes for no space left on the disk or in the database's log, or an exceeded quota. */
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
