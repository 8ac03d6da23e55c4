import { openFailureOf } from '@stationery/core';
import { ExchangeError } from './exchange-error.ts';

/** More noise than this since the last answer is a device that talks, only not as this one should. */
const babblingBytes = 16;

/** What is wrong and what to do, for a person. */
export function describeOpenFailure(error: unknown, where: string): string {
  switch (openFailureOf(error)) {
    case 'missing':
      return `There is no NFC reader at ${where}. Plug it in; it is found automatically.`;
    case 'not-allowed':
      return `The NFC reader at ${where} cannot be opened by this user. Add the user to the group “dialout” and log in again.`;
    case 'in-use':
      return `The NFC reader at ${where} is in use by another program. Close that program.`;
    default:
      return `The NFC reader at ${where} cannot be opened. Check that it is plugged in; it is retried automatically.`;
  }
}

export function describeStop(error: unknown, where: string, noiseBytes: number): string {
  if (error instanceof ExchangeError && error.failure === 'gone') {
    return `The NFC reader at ${where} was unplugged. Plug it in again; it is found automatically.`;
  }
  if (noiseBytes > babblingBytes) {
    return `The device at ${where} does not speak the PN532 protocol. Check that it is a PN532 reader, switched to HSU (serial), and its wiring.`;
  }
  if (error instanceof ExchangeError) {
    return `The NFC reader at ${where} does not answer. Check its power and its wiring; it is retried automatically.`;
  }
  return `The NFC reader at ${where} has stopped. It is restarted automatically.`;
}
