import { computed, signal } from '@preact/signals';

type State =
  | { state: 'connecting' }
  | { state: 'live' }
  /** Connecting again after a loss. */
  | { state: 'reconnecting' }
  | { state: 'lost'; retryAtMs: number }
  /** The service rejects this page. */
  | { state: 'refused'; why: string };

export const connection = signal<State>({ state: 'connecting' });
/** Whether the page has ever been connected. */
export const hasBeenLive = signal(false);
export const isLive = computed(() => connection.value.state === 'live');
