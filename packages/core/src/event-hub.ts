export interface NumberedEvent<E> {
  id: number;
  event: E;
}

/** Keeps the newest events for listeners that reconnect. */
export class EventHub<E> {
  readonly #capacity: number;
  readonly #listeners = new Set<(numbered: NumberedEvent<E>) => void>();
  #ring: NumberedEvent<E>[] = [];
  #lastId: number;
  readonly #firstId: number;

  constructor(options: { capacity?: number; startAt?: number } = {}) {
    this.#capacity = options.capacity ?? 1000;
    this.#lastId = options.startAt ?? 0;
    this.#firstId = this.#lastId;
  }

  get lastId(): number {
    return this.#lastId;
  }

  /** Lets publishers skip events that only matter to current listeners. */
  get hasListeners(): boolean {
    return this.#listeners.size > 0;
  }

  publish(event: E): void {
    const numbered = { id: ++this.#lastId, event };
    this.#ring.push(numbered);
    if (this.#ring.length > this.#capacity * 2) this.#ring = this.#ring.slice(-this.#capacity);
    for (const listener of [...this.#listeners]) listener(numbered);
  }

  subscribe(listener: (numbered: NumberedEvent<E>) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Returns the events after `id`; undefined if some of them are no longer kept or `id` is from a different
   * run.
   */
  since(id: number): NumberedEvent<E>[] | undefined {
    if (id > this.#lastId || id < this.#firstId) return undefined;
    const kept = this.#ring.slice(-this.#capacity);
    const missed = this.#lastId - id;
    return missed > kept.length ? undefined : kept.slice(kept.length - missed);
  }
}
