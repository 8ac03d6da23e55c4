import type { IncomingMessage } from 'node:http';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { AppError, type Clock, systemClock } from '@stationery/core';

/** Freeing smaller chunks would take longer than it saves. */
const minBytes = 16 * 1024;

let nowhere: MessagePort | undefined;

/**
 * Frees the memory of a chunk at once; V8 would free it only when it collects the whole heap. In Node 20 the
 * only way is to post it to a closed port.
 */
function releaseChunk(chunk: Buffer): void {
  const { buffer, length } = chunk;
  if (length < minBytes || buffer.byteLength !== length || !(buffer instanceof ArrayBuffer)) return;
  nowhere ??= closedPort();
  nowhere.postMessage(undefined, [buffer]);
}

function closedPort(): MessagePort {
  const { port1, port2 } = new MessageChannel();
  port1.close();
  port2.close();
  return port1;
}

/** The least that a sender must send: `minBytes` within `withinMs`. */
export interface MinimumRate {
  minBytes: number;
  withinMs: number;
}

export interface BodyOptions {
  clock?: Clock;
  minimumRate?: MinimumRate;
  /**
   * Required while a refused body is drained; the connection of a slower sender is closed. Default: no minimum.
   */
  drainRate?: MinimumRate;
  /** Aborting it ends the iteration early. */
  signal?: AbortSignal;
  /** The reader uses a chunk only until it requests the next, so the chunk can be freed then. */
  isUsedAtOnce?: boolean;
}

/** A phone at the edge of the Wi-Fi network may take hours for a large file. */
const defaultRate: MinimumRate = { minBytes: 1024, withinMs: 30_000 };

/**
 * Yields the chunks of a body. If the reader stops early, drains the rest, so that the client can read the
 * error.
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
  // For a request that has already ended or broken, no event will fire.
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
        if (receivedBytes >= minimumRate.minBytes) {
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
 * Discards the rest of a body. Most clients read the response only after sending everything; if the connection
 * were closed, they would report a network error.
 */
export function drain(request: IncomingMessage, clock: Clock = systemClock, minimumRate?: MinimumRate): void {
  // After the response, a request is not destroyed with its connection, so check the socket, too.
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
    const isSlow = minimumRate !== undefined && receivedBytes < minimumRate.minBytes;
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
  // After the response, a request emits no event when its connection breaks.
  socket.once('close', over);
  request.on('error', () => undefined);
  request.resume();
}
