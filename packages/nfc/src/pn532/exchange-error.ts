/**
 * Why an exchange with the chip failed.
 * - `no-ack`: the chip did not acknowledge the command
 * - `no-answer`: it acknowledged, but sent no valid answer
 * - `refused`: it does not support the command
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
