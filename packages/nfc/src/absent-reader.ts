import { describeReaderReason } from '@stationery/contract';
import type { NfcReader } from './reader.ts';

/** Used if no reader is configured. Reads no tags. */
export function absentReader(): NfcReader {
  const cause = { code: 'reader-not-set' } as const;
  return {
    state: { state: 'failed', reason: describeReaderReason(cause), cause },
    present: [],
    subscribe: () => () => undefined,
    close: async () => undefined,
  };
}
