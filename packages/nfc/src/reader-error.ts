import { describeReaderReason, type ReaderReason } from '@stationery/contract';

/** What keeps a reader from working. The message is for a person: what is wrong and what to do. */
export class ReaderError extends Error {
  override readonly name = 'ReaderError';
  readonly reason: ReaderReason;

  constructor(reason: ReaderReason, options?: ErrorOptions) {
    super(describeReaderReason(reason), options);
    this.reason = reason;
  }
}
