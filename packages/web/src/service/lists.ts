import { batch, type Signal } from '@preact/signals';
import { isLive } from './connection-state.ts';

export const firstRetryMs = 2_000;
const maxRetryMs = 30_000;

export const nextRetryMs = (retryMs: number) => Math.min(2 * retryMs, maxRetryMs);

type Key = number | string;
type List<K extends Key, T> = Signal<ReadonlyMap<K, T> | undefined> | Signal<ReadonlyMap<K, T>>;
type AnyList = Signal<ReadonlyMap<Key, unknown> | undefined>;

/** Changes by list and item id. Undefined removes the item. */
type Changes = Map<AnyList, Map<Key, unknown>>;

/** A connection that broke silently must not block the next read. */
const readTimeoutMs = 30_000;

/**
 * Replaces a list with the response, plus the changes since the request, because events are at least as new as the
 * response. If the response is a map, that map becomes the list.
 */
type ReplaceList = <K extends Key, T>(list: List<K, T>, answer: Iterable<readonly [K, T]>) => void;

/**
 * Lists of a page that are read once and then changed by events. Events can arrive by the thousand, and each change
 * copies, sorts and renders a list. Therefore, changes within `collectMs` are applied together. With 0, each change is
 * applied at once.
 */
export class Lists {
  readonly #collectMs: number;
  readonly #pending: Changes = new Map();
  readonly #reads = new Set<Changes>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #appliedAtMs = 0;

  constructor(collectMs: number) {
    this.#collectMs = collectMs;
  }

  /** Records a change. Ignores it if the list is unread and no read is running. */
  change<K extends Key, T>(list: List<K, T>, id: K, item: T | undefined): void {
    for (const changes of [this.#pending, ...this.#reads]) {
      const ofList = changes.get(list as AnyList) ?? new Map<Key, unknown>();
      changes.set(list as AnyList, ofList.set(id, item));
    }
    if (this.#collectMs === 0) this.apply();
    else {
      const waitMs = this.#appliedAtMs + this.#collectMs - performance.now();
      this.#timer ??= setTimeout(() => this.apply(), Math.max(0, waitMs));
    }
  }

  latest<K extends Key, T>(list: List<K, T>, id: K): T | undefined {
    const changes = this.#pending.get(list as AnyList);
    return changes?.has(id) ? (changes.get(id) as T | undefined) : list.peek()?.get(id);
  }

  apply(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#appliedAtMs = performance.now();
    batch(() => {
      for (const [list, changes] of this.#pending)
        if (list.peek() !== undefined) list.value = withChanges(new Map(list.peek()), changes);
      this.#pending.clear();
    });
  }

  async read(
    request: (replace: ReplaceList, options: { signal: AbortSignal }) => Promise<void>,
  ): Promise<void> {
    const changes: Changes = new Map();
    this.#reads.add(changes);
    const replace: ReplaceList = (list, answer) => {
      // Applies pending changes first. Otherwise, changes from before the request would be applied to the new list.
      this.apply();
      const items = answer instanceof Map ? answer : new Map(answer);
      list.value = withChanges(items, changes.get(list as AnyList));
    };
    try {
      await request(replace, { signal: AbortSignal.timeout(readTimeoutMs) });
    } finally {
      this.#reads.delete(changes);
    }
  }
}

export function byId<T extends { id: number }>(items: readonly T[]): Map<number, T> {
  const found = new Map<number, T>();
  for (const item of items) found.set(item.id, item);
  return found;
}

function withChanges<K, T>(items: Map<K, T>, changes: ReadonlyMap<Key, unknown> = new Map()): Map<K, T> {
  for (const [id, item] of changes) {
    if (item === undefined) items.delete(id as K);
    else items.set(id as K, item as T);
  }
  return items;
}

interface ReaderOptions {
  read: () => Promise<void>;
  /** Called after the first failure in a row. */
  onFailure?: (error: unknown) => void;
}

/**
 * Returns a function that reads the lists of a page. If it is called during a read, the next read starts
 * afterwards. After a failure it retries while the page is connected. It does not retry otherwise, because
 * the snapshot after reconnecting causes another read.
 */
export function createListReader({ read, onFailure }: ReaderOptions): () => void {
  let isReading = false;
  let isWantedAgain = false;
  let retry: ReturnType<typeof setTimeout> | undefined;

  const start = async (retryMs: number): Promise<void> => {
    clearTimeout(retry);
    isReading = true;
    try {
      await read();
    } catch (error) {
      if (retryMs === firstRetryMs) onFailure?.(error);
      retry = setTimeout(() => {
        if (isLive.value && !isReading) void start(nextRetryMs(retryMs));
      }, retryMs);
    } finally {
      isReading = false;
    }
    if (!isWantedAgain) return;
    isWantedAgain = false;
    if (isLive.value) void start(firstRetryMs);
  };
  return () => {
    if (isReading) isWantedAgain = true;
    else void start(firstRetryMs);
  };
}
