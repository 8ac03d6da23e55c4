import { AppError, messageOf } from '@stationery/core';
import { knownCauses } from '../reasons.ts';

export const maxReadBytes = 512 * 1024;

/** Parses and checks a message. Throws an `AppError` that describes the fault. */
export function readMessage<T>(bytes: Uint8Array, check: (value: unknown) => T): T {
  if (bytes.length > maxReadBytes)
    throw new AppError('invalid-request', `A message of ${bytes.length} bytes is too long.`);
  let value: unknown;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    // Most messages have no cause, and `JSON.parse` is faster without a reviver.
    value = JSON.parse(text, text.includes('"cause"') ? knownCauses : undefined);
  } catch (error) {
    throw new AppError('malformed-request', `Not JSON: ${messageOf(error)}`);
  }
  return check(value);
}

export const writeMessage = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));
