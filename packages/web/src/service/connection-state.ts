import { computed, signal } from '@preact/signals';

type State =
  | { state: 'connecting' }
  | { state: 'live' }
  /** The connection was lost and is being restored. */
  | { state: 'reconnecting' }
  | { state: 'lost'; retryAtMs: number }
  /** The service rejects this page. */
  | { state: 'refused'; why: string };

export const connection = signal<State>({ state: 'connecting' });
export const hasBeenLive = signal(false);
export const isLive = computed(() => connection.value.state === 'live');
