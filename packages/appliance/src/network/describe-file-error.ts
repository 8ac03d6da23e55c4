import { messageOf, systemErrorCode } from '@stationery/core';

/** Why a file could not be read or written, and what helps most often. */
export function describeFileError(error: unknown): string {
  const denied = ['EACCES', 'EPERM'].includes(systemErrorCode(error) ?? '');
  return denied ? 'this user may not; run it as root' : messageOf(error);
}
