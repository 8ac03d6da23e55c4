import { messageOf, systemErrorCode } from '@stationery/core';

export function describeFileError(error: unknown): string {
  const denied = ['EACCES', 'EPERM'].includes(systemErrorCode(error) ?? '');
  return denied ? 'this user has no permission; run the command as root' : messageOf(error);
}
