import type { ReaderReason } from '@stationery/contract';
import { type OpenFailure, openFailureOf } from '@stationery/core';
import { ExchangeError } from './exchange-error.ts';

/** More noise than this since the last answer means that a different kind of device is sending. */
const babblingBytes = 16;

const openCodes = {
  missing: 'reader-missing',
  'not-allowed': 'reader-not-allowed',
  'in-use': 'reader-in-use',
  unreachable: 'reader-not-opened',
  other: 'reader-not-opened',
} as const satisfies Record<OpenFailure, ReaderReason['code']>;

export function whyNotOpened(error: unknown, port: string): ReaderReason {
  return { code: openCodes[openFailureOf(error)], port };
}

export function whyStopped(error: unknown, port: string, noiseBytes: number): ReaderReason {
  if (error instanceof ExchangeError && error.failure === 'gone') return { code: 'reader-unplugged', port };
  if (noiseBytes > babblingBytes) return { code: 'reader-other-device', port };
  return { code: error instanceof ExchangeError ? 'reader-silent' : 'reader-stopped', port };
}
