import { describeReaderReason } from '@stationery/contract';
import type { NfcReader } from './reader.ts';

/** Stands where no reader was set up: it says so, and sees nothing. */
export function absentReader(): NfcReader {
  const cause = { code: 'reader-not-set' } as const;
  return {
    state: { state: 'failed', reason: describeReaderReason(cause), cause },
    present: [],
    subscribe: () => () => undefined,
    close: async () => undefined,
  };
}
