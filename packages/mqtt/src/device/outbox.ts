export interface Message {
  topic: string;
  payload: string;
  isRetained: boolean;
}

/** Limits of unsent events in number and age, because a tap from an hour ago must not switch on a lamp. */
const maxNews = 100;
const newsForMs = 30_000;

/**
 * Messages that the broker has not confirmed. A retained topic is queued once, with its newest content;
 * events are queued in order, and the oldest are dropped above the limit.
 */
export class Outbox {
  readonly #nowMs: () => number;
  readonly #retained = new Map<string, { payload: string; onConfirmed: () => void }>();
  readonly #changed = new Set<string>();
  #news: { message: Message; atMs: number; isSent: boolean }[] = [];
  #dropped = 0;

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  /** Queues a retained message. An empty payload removes the message from the broker. */
  retain(topic: string, payload: string, onConfirmed = () => {}): void {
    if (this.#retained.get(topic)?.payload === payload) return;
    this.#retained.set(topic, { payload, onConfirmed });
    this.#changed.add(topic);
  }

  /** Sends the message again, changed or not. */
  repeat(topic: string): void {
    if (this.#retained.has(topic)) this.#changed.add(topic);
  }

  addNews(topic: string, payload: string): void {
    this.#news.push({ message: { topic, payload, isRetained: false }, atMs: this.#nowMs(), isSent: false });
    while (this.#news.length > maxNews) {
      this.#news.shift();
      this.#dropped++;
    }
  }

  /** Called after reconnecting: sends all unconfirmed and all retained messages again. */
  startOver(): void {
    for (const topic of this.#retained.keys()) this.#changed.add(topic);
    for (const one of this.#news) one.isSent = false;
  }

  /** Returns the next message, events first. Call `confirmed` when the broker has it. */
  next(): { message: Message; confirmed: () => void } | undefined {
    const tooOldMs = this.#nowMs() - newsForMs;
    const fresh = this.#news.filter(({ atMs }) => atMs >= tooOldMs);
    this.#dropped += this.#news.length - fresh.length;
    this.#news = fresh;
    const one = this.#news.find(({ isSent }) => !isSent);
    if (one !== undefined) {
      one.isSent = true;
      const confirmed = () => {
        this.#news = this.#news.filter((other) => other !== one);
      };
      return { message: one.message, confirmed };
    }
    const [topic] = this.#changed;
    if (topic === undefined) return undefined;
    this.#changed.delete(topic);
    const { payload = '', onConfirmed = () => {} } = this.#retained.get(topic) ?? {};
    const confirmed = () => {
      if (payload === '' && this.#retained.get(topic)?.payload === '') this.#retained.delete(topic);
      onConfirmed();
    };
    return { message: { topic, payload, isRetained: true }, confirmed };
  }

  takeDropped(): number {
    const dropped = this.#dropped;
    this.#dropped = 0;
    return dropped;
  }
}
