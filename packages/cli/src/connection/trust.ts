import { readFileSync } from 'node:fs';
import { trustingFetch } from '@stationery/client/node';
import { messageOf } from '@stationery/core/errors';
import { UsageError } from '../terminal/exit-codes.ts';

/** Node’s own `fetch`, or for https one that trusts the given certificate. */
export function fetchTrusting(ca: string | undefined, insecure: boolean): typeof globalThis.fetch {
  if (insecure) return trustingFetch({ insecure });
  if (ca === undefined) return globalThis.fetch;
  try {
    return trustingFetch({ ca: readFileSync(ca, 'utf8') });
  } catch (error) {
    throw new UsageError(`can’t read the certificate ${ca}: ${messageOf(error)}`);
  }
}
