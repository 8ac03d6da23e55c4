import type { EventHub, NumberedEvent } from '@stationery/core';

export interface NamedEvent {
  name: string;
  data: unknown;
}

/** Events as bytes of a stream. Each is serialised once, however many clients it is sent to, and when it is first sent. */
export class EventFrames<E extends NamedEvent> {
  readonly #hub: EventHub<E>;
  readonly #frames = new WeakMap<NumberedEvent<E>, Buffer>();
  /** Most clients are as far as the others, so what one is sent is mostly what the next is sent. */
  #last: { from: number; to: number; bytes: Buffer | undefined } | undefined;

  constructor(hub: EventHub<E>) {
    this.#hub = hub;
  }

  /** All events after `id`, or undefined where some of them are no longer remembered. */
  since(id: number): Buffer | undefined {
    const to = this.#hub.lastId;
    if (this.#last?.from === id && this.#last.to === to) return this.#last.bytes;
    const events = this.#hub.since(id);
    const bytes =
      events === undefined ? undefined : Buffer.concat(events.map((event) => this.#frameOf(event)));
    this.#last = { from: id, to, bytes };
    return bytes;
  }

  /** One that is not remembered. */
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
