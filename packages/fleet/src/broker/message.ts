import { AppError, messageOf } from '@stationery/core';

export const maxReadBytes = 512 * 1024;

/** Throws an `AppError` that describes the fault. */
export function readMessage<T>(bytes: Uint8Array, check: (value: unknown) => T): T {
  if (bytes.length > maxReadBytes)
    throw new AppError('invalid-request', `A message of ${bytes.length} bytes is too long.`);
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    throw new AppError('malformed-request', `Not JSON: ${messageOf(error)}`);
  }
  return check(value);
}

export const writeMessage = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));
