/**
 * Why an exchange with the chip came to nothing.
 * - `no-ack`: the chip never confirmed that it got the command
 * - `no-answer`: it confirmed, and then said nothing that made sense
 * - `refused`: it says that it does not know the command
 * - `gone`: the line is closed
 */
type ExchangeFailure = 'no-ack' | 'no-answer' | 'refused' | 'gone';

export class ExchangeError extends Error {
  override readonly name = 'ExchangeError';
  readonly failure: ExchangeFailure;

  constructor(failure: ExchangeFailure, options?: { cause: unknown }) {
    super(`the exchange with the chip failed: ${failure}`, options);
    this.failure = failure;
  }
}
