import { AppError } from '@stationery/core';
import { ERRORS } from '@tus/server';

type TusError = (typeof ERRORS)[keyof typeof ERRORS];

const meanings = new Map<TusError, () => AppError>([
  [
    ERRORS.FILE_NOT_FOUND,
    () => new AppError('unknown-upload', 'There is no such upload, or no longer. Start it again.'),
  ],
  [
    ERRORS.INVALID_OFFSET,
    () =>
      new AppError(
        'offset-mismatch',
        'The station has another number of bytes of this upload. Ask for the offset and resume there.',
      ),
  ],
  [ERRORS.ERR_SIZE_EXCEEDED, () => longer()],
  [ERRORS.ERR_MAX_SIZE_EXCEEDED, () => longer()],
  [ERRORS.MISSING_OFFSET, () => malformed('The header field Upload-Offset is missing.')],
  [ERRORS.INVALID_LENGTH, () => malformed('The header field Upload-Length is missing.')],
  [ERRORS.INVALID_METADATA, () => malformed('The header field Upload-Metadata cannot be read.')],
  [ERRORS.ABORTED, () => malformed('The request was ended by a newer one for the same upload.')],
  [
    ERRORS.UNSUPPORTED_CONCATENATION_EXTENSION,
    () => malformed('Uploads in parts that are joined are not supported.'),
  ],
  [
    ERRORS.UNSUPPORTED_CREATION_DEFER_LENGTH_EXTENSION,
    () => malformed('The length of an upload must be known when it begins: send Upload-Length.'),
  ],
]);

/** Converts errors of the tus server to AppError. */
export function fromTusError(error: unknown): unknown {
  const known = meanings.get(error as TusError);
  if (known !== undefined) return known();
  // Thrown while reading the body, with the members of the entry in the tus error table.
  const isTooLong =
    (error as { status_code?: number }).status_code === ERRORS.ERR_MAX_SIZE_EXCEEDED.status_code;
  return isTooLong ? longer() : error;
}

const malformed = (why: string) => new AppError('malformed-request', why);
const longer = () => new AppError('file-too-large', 'The upload is longer than its Upload-Length.');
