import { messageOf, systemErrorCode } from '../errors.ts';

/** Why a port could not be opened, in the categories that need different user actions. */
export type OpenFailure = 'missing' | 'not-allowed' | 'in-use' | 'unreachable' | 'other';

/** The serial library has no error codes; its messages contain the system's English text. */
const signs: readonly (readonly [OpenFailure, RegExp])[] = [
  ['unreachable', /ECONNREFUSED|ECONNRESET|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN/],
  ['missing', /ENOENT|ENXIO|ENODEV|no such|file not found/i],
  ['not-allowed', /EACCES|EPERM|permission/i],
  ['in-use', /EBUSY|EAGAIN|cannot lock|busy|temporarily unavailable|access denied/i],
];
const maxMessageLength = 1000;

export function openFailureOf(error: unknown): OpenFailure {
  const said = `${systemErrorCode(error) ?? ''} ${messageOf(error)}`.slice(0, maxMessageLength);
  return signs.find(([, sign]) => sign.test(said))?.[0] ?? 'other';
}
