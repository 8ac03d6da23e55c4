import type { CallOptions, Connection } from '../call/connection.ts';
import { ConnectionError, ServiceError } from '../errors.ts';
import { SseParser } from './sse-parser.ts';

export type StreamState =
  | { state: 'connecting' }
  | { state: 'open' }
  | { state: 'lost'; error: Error; retryInMs: number };

export interface EventOptions extends CallOptions {
  /** Called when the stream was opened, or was lost and will be reopened. */
  onState?: ((state: StreamState) => void) | undefined;
  /** Id of the last event received; later events are sent first if the service still has them. */
  lastEventId?: string | undefined;
  /** A stream without data for this long counts as lost; the services send something every 15 s. */
  silenceMs?: number | undefined;
  /** The first and the longest delay before reopening the stream; the delay doubles in between. */
  retryMs?: { first: number; longest: number } | undefined;
}

/** Reopens a lost stream at its position; ends when the signal aborts; throws if refused permanently. */
export async function* followEvents<Event>(
  connection: Connection,
  operation: string,
  options: EventOptions = {},
): AsyncGenerator<Event, void, undefined> {
  const { signal, onState, silenceMs = 40_000 } = options;
  let { lastEventId } = options;
  const { first, longest: maxRetryMs } = options.retryMs ?? { first: 1_000, longest: 30_000 };
  let firstRetryMs = first;
  let failures = 0;
  while (!signal?.aborted) {
    onState?.({ state: 'connecting' });
    const attempt = new AbortController();
    const leave = () => attempt.abort(signal?.reason);
    signal?.addEventListener('abort', leave);
    const inTime = <T>(work: Promise<T>) => withinSilence(work, attempt, silenceMs);
    let lost: Error;
    try {
      const answer = await inTime(
        connection.send(operation, {
          signal: attempt.signal,
          headers: { accept: 'text/event-stream', 'last-event-id': lastEventId },
        }),
      );
      onState?.({ state: 'open' });
      failures = 0;
      const parser = new SseParser();
      const decoder = new TextDecoder();
      const reader = (answer.body as ReadableStream<Uint8Array>).getReader();
      for (;;) {
        // Only waiting for the service is timed; the consumer may take any time between two events.
        const { done, value } = await inTime(reader.read());
        if (done) break;
        for (const { id, name, data } of parser.push(decoder.decode(value, { stream: true }))) {
          // The caller aborted: drop events that arrived together with the last one that it wanted.
          if (signal?.aborted) return;
          if (id !== '') lastEventId = id;
          yield { id, name, data: JSON.parse(data) } as Event;
        }
        if (options.retryMs === undefined) firstRetryMs = parser.retryMs ?? firstRetryMs;
      }
      lost = new ConnectionError(answer.url, 'the stream ended');
    } catch (error) {
      if (signal?.aborted) return;
      if (error instanceof ServiceError && isFinal(error.status)) throw error;
      lost = error as Error;
    } finally {
      signal?.removeEventListener('abort', leave);
      attempt.abort();
    }
    const waitMs = Math.min(maxRetryMs, firstRetryMs * 2 ** failures++);
    // Spreads the reconnections of many clients after a restart of the service.
    const retryInMs = Math.round(waitMs * (0.5 + Math.random() / 2));
    onState?.({ state: 'lost', error: lost, retryInMs });
    await pause(retryInMs, signal);
  }
}

/** Whether a status does not change on a retry: client errors, except time-outs and rate limits. */
const isFinal = (status: number) => status >= 400 && status < 500 && ![408, 425, 429].includes(status);

async function withinSilence<T>(work: Promise<T>, attempt: AbortController, silenceMs: number): Promise<T> {
  const timer = setTimeout(
    () => attempt.abort(new Error(`nothing came for ${Math.round(silenceMs / 1000)} s`)),
    silenceMs,
  );
  try {
    return await work;
  } finally {
    clearTimeout(timer);
  }
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal?.addEventListener('abort', done);
  });
}
