import { computed, signal } from '@preact/signals';
import { type EventOptions, ServiceError } from '@stationery/client';
import { explain } from './explain.ts';
import { askForToken } from './token.ts';

type State =
  | { state: 'connecting' }
  | { state: 'live' }
  /** It was there; a new try is under way. */
  | { state: 'reconnecting' }
  | { state: 'lost'; retryAtMs: number }
  /** It is there and will not talk to this page. */
  | { state: 'refused'; why: string };

export const connection = signal<State>({ state: 'connecting' });
/** Whether there is anything on the page that the service has said. */
export const hasBeenLive = signal(false);
export const isLive = computed(() => connection.value.state === 'live');
/** For the mark in the header. */
export const connectionMark = computed(() =>
  connection.value.state === 'refused' ? 'lost' : connection.value.state,
);

/** A person looks at the page: it comes back soon, and not only after a long wait. */
const retryMs = { first: 500, longest: 4000 };

const attempt = { tryNow: () => {} };

/** Does not wait for the next try. */
export function reconnectNow(): void {
  attempt.tryNow();
}

/**
 * Follows the events of a service for as long as the page is open: through a lost network, a restart of the
 * service, and a token that has to be asked for.
 */
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
