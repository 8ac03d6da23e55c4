import type { EventHub, NumberedEvent } from '@stationery/core';

export interface NamedEvent {
  name: string;
  data: unknown;
}

/** Serialises each event once for all clients, when first sent. */
export class EventFrames<E extends NamedEvent> {
  readonly #hub: EventHub<E>;
  readonly #frames = new WeakMap<NumberedEvent<E>, Buffer>();
  /** The last result. Most clients have received the same events, so it can usually be reused. */
  #last: { from: number; to: number; bytes: Buffer | undefined } | undefined;

  constructor(hub: EventHub<E>) {
    this.#hub = hub;
  }

  /** Returns the frames after event `id`; undefined if some are no longer kept. */
  since(id: number): Buffer | undefined {
    const to = this.#hub.lastId;
    if (this.#last?.from === id && this.#last.to === to) return this.#last.bytes;
    const events = this.#hub.since(id);
    const bytes =
      events === undefined ? undefined : Buffer.concat(events.map((event) => this.#frameOf(event)));
    this.#last = { from: id, to, bytes };
    return bytes;
  }

  once(numbered: NumberedEvent<E>): Buffer {
    const { id, event } = numbered;
    return Buffer.from(`id: ${id}\nevent: ${event.name}\ndata: ${JSON.stringify(event.data)}\n\n`);
  }

  #frameOf(numbered: NumberedEvent<E>): Buffer {
    const known = this.#frames.get(numbered);
    if (known !== undefined) return known;
    const frame = this.once(numbered);
    this.#frames.set(numbered, frame);
    return frame;
  }
}
