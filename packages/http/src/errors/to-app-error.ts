import { AppError, diskFull, isClosedDatabase, isDiskFull, serviceStopping } from '@stationery/core';

export function toAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  if (isDiskFull(thrown)) return diskFull(thrown);
  // The service has closed its database during the request, which is not a fault.
  if (isClosedDatabase(thrown)) return serviceStopping();
  switch ((thrown as { code?: unknown } | undefined)?.code) {
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
    case 'FST_ERR_CTP_INVALID_TYPE':
      return new AppError('unsupported-media-type', 'The Content-Type of the request cannot be read.');
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return new AppError('malformed-request', 'The body is not as long as its Content-Length says.');
    case 'FST_ERR_BAD_URL':
      return new AppError(
        'malformed-request',
        'The address cannot be read: a “%” must be followed by two hex digits.',
      );
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return new AppError('unknown-path', 'There is nothing at this address.');
    // An upgrade has replaced modules that are loaded on first use.
    case 'ERR_MODULE_NOT_FOUND':
    case 'MODULE_NOT_FOUND':
      return new AppError(
        'service-stopping',
        'A part of the program is missing; most likely it was upgraded while it ran. The service restarts when no job is running, queued or paused. Try again then, or restart it.',
        { cause: thrown },
      );
    default:
      return new AppError(
        'unexpected-error',
        'Something unexpected happened. Try again; see the log of the service for details.',
        { cause: thrown },
      );
  }
}
