import { computed } from '@preact/signals';
import { type EventOptions, ServiceError } from '@stationery/client';
import { connection, hasBeenLive } from './connection-state.ts';
import { explain } from './explain.ts';
import { askForToken } from './token.ts';

export const connectionMark = computed(() =>
  connection.value.state === 'refused' ? 'lost' : connection.value.state,
);

/** Short delays, because a user is waiting. */
const retryMs = { first: 500, longest: 4000 };

const attempt = { tryNow: () => {} };

export function reconnectNow(): void {
  attempt.tryNow();
}

/** Reconnects, and asks for the access token if needed. */
export async function followService<E>(parts: {
  events: (options: EventOptions) => AsyncGenerator<E, void, undefined>;
  onEvent: (event: E) => void;
}): Promise<never> {
  for (;;) {
    const control = new AbortController();
    attempt.tryNow = () => control.abort();
    try {
      const events = parts.events({ onState: noteState, retryMs, signal: control.signal });
      for await (const event of events) parts.onEvent(event);
    } catch (error) {
      if (error instanceof ServiceError && error.status === 401) await askForToken();
      else {
        connection.value = { state: 'refused', why: explain(error) };
        await new Promise<void>((resolve) => {
          attempt.tryNow = resolve;
        });
      }
    }
  }
}

function noteState(stream: Parameters<NonNullable<EventOptions['onState']>>[0]): void {
  if (stream.state === 'open') {
    connection.value = { state: 'live' };
    hasBeenLive.value = true;
  } else if (stream.state === 'lost') {
    connection.value = { state: 'lost', retryAtMs: Date.now() + stream.retryInMs };
  } else if (connection.value.state !== 'connecting') connection.value = { state: 'reconnecting' };
}
