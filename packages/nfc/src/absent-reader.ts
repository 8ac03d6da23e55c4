import type { NfcReader } from './reader.ts';

/** Stands where no reader was set up: it says so, and sees nothing. */
export function absentReader(reason: string): NfcReader {
  return {
    state: { state: 'failed', reason },
    present: [],
    subscribe: () => () => undefined,
    close: async () => undefined,
  };
}
