import { describeReaderReason, type ReaderReason } from '@stationery/contract';

/** A problem that keeps a reader from working. The message explains the problem and the remedy. */
export class ReaderError extends Error {
  override readonly name = 'ReaderError';
  readonly reason: ReaderReason;

  constructor(reason: ReaderReason, options?: ErrorOptions) {
    super(describeReaderReason(reason), options);
    this.reason = reason;
  }
}
