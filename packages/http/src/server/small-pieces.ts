import type { IncomingMessage } from 'node:http';
import type { Clock } from '@stationery/core';

/**
 * Bodies whose pieces are smaller than this on average are rationed. Handling a piece costs as much as a few
 * hundred bytes.
 */
const smallBytes = 64;
/** Pieces per body before rationing starts, because most bodies are short. */
const freePieces = 100;
/** Limit for all requests together. This many pieces take a few percent of CPU time. */
const smallPiecesPerSecond = 10_000;
/** Pieces that may arrive at once after a pause. */
const burst = 4_000;
/** Minimum time before the next waiting sender is read. */
const turnMs = 10;

/**
 * Rations senders of small pieces: one-byte chunks would take 60 times the CPU time. Such senders are read more
 * slowly, never refused.
 */
export class SmallPieces {
  readonly #clock: Clock;
  /** Time at which the budget covers all small pieces received. */
  #paidAtMs = 0;
  readonly #waiting: (() => void)[] = [];
  #cancel: (() => void) | undefined;
  #isClosed = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Rations the pieces of a body. Call it before the body arrives. */
  ration(request: IncomingMessage): void {
    const { push, _read: read } = request;
    let pieces = 0;
    let bytes = 0;
    let isRationed = false;
    let isWaiting = false;
    request.push = (piece: Buffer | null, encoding?: BufferEncoding) => {
      const wantsMore = push.call(request, piece, encoding);
      pieces++;
      bytes += piece?.length ?? 0;
      if (bytes >= (pieces - freePieces) * smallBytes) return wantsMore;
      isRationed = this.#spend();
      // Makes Node stop reading from the connection until `_read` is called.
      return wantsMore && !isRationed;
    };
    request._read = (size) => {
      // Node calls this function after every piece, including those that it has already read.
      if (isWaiting) return;
      if (!isRationed) return read.call(request, size);
      isWaiting = true;
      this.#waiting.push(() => {
        isRationed = false;
        isWaiting = false;
        read.call(request, size);
      });
      this.#wait();
    };
  }

  close(): void {
    this.#isClosed = true;
    this.#cancel?.();
    this.#cancel = undefined;
    for (const resume of this.#waiting.splice(0)) resume();
  }

  /** Spends one piece of the budget. Returns whether the budget is exceeded. */
  #spend(): boolean {
    const nowMs = this.#clock.nowMs();
    const earliestMs = nowMs - (burst * 1000) / smallPiecesPerSecond;
    this.#paidAtMs = Math.max(this.#paidAtMs, earliestMs) + 1000 / smallPiecesPerSecond;
    return !this.#isClosed && this.#paidAtMs > nowMs;
  }

  #wait(): void {
    if (this.#waiting.length === 0) return;
    this.#cancel ??= this.#clock.after(Math.max(turnMs, this.#paidAtMs - this.#clock.nowMs()), () => {
      this.#cancel = undefined;
      this.#waiting.shift()?.();
      this.#wait();
    });
  }
}
