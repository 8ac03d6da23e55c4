import type { IncomingMessage } from 'node:http';
import type { Clock } from '@stationery/core';

/** Handling a piece takes as long as some hundred bytes. Bodies whose pieces are smaller on average are rationed. */
const smallBytes = 64;
/** Pieces of each body that are not rationed: most bodies are short. */
const freePieces = 100;
/** For all requests together: a few hundredths of a processor. */
const smallPiecesPerSecond = 10_000;
/** How many may come at once after a pause. */
const burst = 4_000;
/** A sender that gets its turn has sent its next pieces by then. */
const turnMs = 10;

/**
 * Rations the pieces in which bodies arrive. A sender of one-byte chunks (RFC 9112, 7.1) would otherwise take 60 times the
 * processor time of an ordinary one. It is read more slowly, in turn with others like it, and never refused.
 */
export class SmallPieces {
  readonly #clock: Clock;
  /** When all small pieces are paid for. */
  #paidAtMs = 0;
  readonly #waiting: (() => void)[] = [];
  #cancel: (() => void) | undefined;
  #isClosed = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** To be called before the body of the request arrives. */
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
      // Node calls this after every piece, including those that it has already read.
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

  /** Counts a piece. Returns whether the budget is exceeded. */
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
