import { AppError } from '@stationery/core';
import { LinkError } from '../drivers/link.ts';

/** Converts link errors. Returns other errors unchanged. */
export function linkFailure(error: unknown): unknown {
  if (!(error instanceof LinkError)) return error;
  const { sent, lines, message, reason: cause } = error;
  switch (error.kind) {
    case 'timeout':
      return new AppError('reply-timeout', message, {
        members: { sent, ok: false, terminalLine: null, lines },
      });
    // A client that aborted does not read the answer; other aborts come from a stop.
    case 'aborted':
      return new AppError('plotter-stopped', message, { members: { cause } });
    case 'not-ready':
    case 'other-session':
      return new AppError('plotter-not-ready', message, { members: { cause } });
    default:
      return new AppError('port-closed', message, { members: { cause } });
  }
}
