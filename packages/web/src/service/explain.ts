import { ConnectionError, ServiceError } from '@stationery/client';
import { sharedTexts } from '../texts/shared.ts';

/** What went wrong and what to do next, in words. The services say it so themselves; the rest is said here. */
export function explain(error: unknown): string {
  const { errors } = sharedTexts;
  if (error instanceof ServiceError) {
    if (error.status === 401) return errors.token;
    return error.detail ?? `${error.title}. ${errors.thenTryAgain}`;
  }
  if (error instanceof ConnectionError) return errors.noAnswer;
  if (error instanceof DOMException && error.name === 'NotReadableError') return errors.unreadable;
  return errors.unexpected;
}
