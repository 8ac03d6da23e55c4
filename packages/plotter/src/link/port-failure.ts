import { describeReason, type PlainLinkReason } from '@stationery/contract';
import { messageOf, type OpenFailure, openFailureOf } from '@stationery/core';

/** The port could not be opened, for a reason other than a system error. */
export class PortFailure extends Error {
  override readonly name = 'PortFailure';
  readonly reason: PlainLinkReason;

  constructor(reason: PlainLinkReason) {
    super(describeReason(reason));
    this.reason = reason;
  }
}

const codes = {
  missing: 'port-missing',
  'in-use': 'port-in-use',
  'not-allowed': 'port-not-allowed',
  unreachable: 'port-unreachable',
} as const satisfies Record<Exclude<OpenFailure, 'other'>, PlainLinkReason['code']>;

/** Keeps the serial library's message only if nothing better is known. */
export function whyNotOpened(error: unknown, port: string): PlainLinkReason {
  if (error instanceof PortFailure) return error.reason;
  const failure = openFailureOf(error);
  if (failure === 'other') return { code: 'port-failed', port, message: messageOf(error).slice(0, 200) };
  return { code: codes[failure], port };
}
