import { ConnectionError, ServiceError } from '@stationery/client';
import { sharedTexts } from '../texts/shared.ts';

/** Explains an error. In English, uses the text of the service. */
export function explain(error: unknown): string {
  const { errors } = sharedTexts;
  if (error instanceof ServiceError) {
    if (error.status === 401) return errors.token;
    const known = error.code && sharedTexts.refusal(error.code);
    return known ?? error.detail ?? `${error.title}. ${errors.thenTryAgain}`;
  }
  if (isUnreadable(error)) return errors.unreadable;
  if (error instanceof ConnectionError) return errors.noAnswer;
  return errors.unexpected;
}

/** Returns whether a file became unreadable because it was moved, changed or removed with its disk. */
export function isUnreadable(error: unknown): boolean {
  const cause = error instanceof ConnectionError ? error.cause : error;
  return cause instanceof DOMException && ['NotReadableError', 'NotFoundError'].includes(cause.name);
}
