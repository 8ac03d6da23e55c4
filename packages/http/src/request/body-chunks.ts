import type { IncomingMessage } from 'node:http';
import { AppError, type Clock, systemClock } from '@stationery/core';
import { releaseChunk } from './release-chunk.ts';

/** The slowest that a sender may be: this many bytes in this much time. */
export interface MinimumRate {
  leastBytes: number;
  withinMs: number;
}

export interface BodyOptions {
  clock?: Clock;
  minimumRate?: MinimumRate;
  /** The slowest that a sender may be whose body was refused, before its connection is closed; any by default. */
  drainRate?: MinimumRate;
  /** Ends the chunks early, also while the next one is waited for. */
  signal?: AbortSignal;
  /** A chunk is not used any more when the next one is asked for, and its memory is given back. */
  isUsedAtOnce?: boolean;
}

/** Slow, but alive: a phone at the edge of the Wi-Fi network may take hours for a large file. */
const defaultRate: MinimumRate = { leastBytes: 1024, withinMs: 30_000 };

/**
 * The chunks of a request body, taken only as fast as the consumer asks. Leaving early keeps the connection
 * and drops the rest, so that the refusal can still be read. A sender that is slower than `minimumRate` while we wait
 * is given up on; the time that the consumer takes is not the sender's.
 */
export async function* bodyChunks(
  request: IncomingMessage,
  {
    clock = systemClock,
    minimumRate = defaultRate,
    drainRate,
    signal,
    isUsedAtOnce = false,
  }: BodyOptions = {},
): AsyncGenerator<Buffer, void, undefined> {
  let wake = () => {};
  const body: { state: 'open' | 'ended' | 'broken' | 'too-slow' } = { state: 'open' };
  const became = (state: typeof body.state) => () => {
    if (body.state === 'open') body.state = state;
    wake();
  };
  const listeners = {
    readable: () => wake(),
    end: became('ended'),
    error: became('broken'),
    close: became('broken'),
  };
  for (const [name, listener] of Object.entries(listeners)) request.on(name, listener);
  // A request that is over already will not say so again.
  if (request.readableEnded || signal?.aborted) became('ended')();
  else if (request.destroyed) became('broken')();
  const leave = became('ended');
  signal?.addEventListener('abort', leave);

  let budgetMs = minimumRate.withinMs;
  let receivedBytes = 0;
  try {
    for (;;) {
      if (signal?.aborted) return;
      const chunk = request.read() as Buffer | null;
      if (chunk !== null) {
        receivedBytes += chunk.length;
        if (receivedBytes >= minimumRate.leastBytes) {
          receivedBytes = 0;
          budgetMs = minimumRate.withinMs;
        }
        yield chunk;
        if (isUsedAtOnce) releaseChunk(chunk);
        continue;
      }
      if (body.state === 'ended') return;
      if (body.state === 'broken') {
        throw new AppError('malformed-request', 'The connection ended before the body was complete.');
      }
      if (body.state === 'too-slow') {
        throw new AppError(
          'request-too-slow',
          'The body came too slowly. Check the connection and try again.',
        );
      }
      const sinceMs = clock.nowMs();
      await new Promise<void>((resolve) => {
        const cancel = clock.after(budgetMs, became('too-slow'));
        wake = () => {
          cancel();
          resolve();
        };
      });
      wake = () => {};
      budgetMs -= clock.nowMs() - sinceMs;
    }
  } finally {
    signal?.removeEventListener('abort', leave);
    for (const [name, listener] of Object.entries(listeners)) request.off(name, listener);
    if (!request.readableEnded) drain(request, clock, drainRate);
  }
}

const drainMs = 120_000;

/**
 * Reads the rest of a body and drops it: most clients look at the answer only when they have sent everything,
 * and a connection closed under them would look like a fault of the network. With a minimumRate, only a sender that
 * keeps it is waited for.
 */
export function drain(request: IncomingMessage, clock: Clock = systemClock, minimumRate?: MinimumRate): void {
  // A request that has been answered is not destroyed with its connection.
  if (request.complete || request.destroyed || request.socket.destroyed) {
    request.resume();
    return;
  }
  const { socket } = request;
  const endsMs = clock.nowMs() + drainMs;
  let receivedBytes = 0;
  const count = (chunk: Buffer) => {
    receivedBytes += chunk.length;
  };
  let cancel = () => {};
  const look = () => {
    const isSlow = minimumRate !== undefined && receivedBytes < minimumRate.leastBytes;
    if (isSlow || clock.nowMs() >= endsMs) request.destroy();
    else wait();
  };
  const wait = () => {
    receivedBytes = 0;
    cancel = clock.after(Math.min(minimumRate?.withinMs ?? drainMs, endsMs - clock.nowMs()), look);
  };
  const over = () => {
    cancel();
    request.off('close', over);
    request.off('data', count);
    socket.off('close', over);
  };
  wait();
  request.once('close', over);
  request.on('data', count);
  // A request that has been answered is not notified when its connection breaks.
  socket.once('close', over);
  request.on('error', () => undefined);
  request.resume();
}
