import { messageOf, systemErrorCode } from '@stationery/core';

/** Explains a file error and the most common remedy. */
export function describeFileError(error: unknown): string {
  const denied = ['EACCES', 'EPERM'].includes(systemErrorCode(error) ?? '');
  return denied ? 'this user has no permission; run the command as root' : messageOf(error);
}
