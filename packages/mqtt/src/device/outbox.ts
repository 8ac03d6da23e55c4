export interface Message {
  topic: string;
  payload: string;
  isRetained: boolean;
}

/** So much news waits for a broker that is away, and for so long: a tap of an hour ago must not switch on a lamp. */
const mostNews = 100;
const newsForMs = 30_000;

/**
 * What the broker has yet to confirm. Of a retained topic only the newest content counts, so that it waits once; news
 * waits in order, and the oldest is dropped where there is too much of it.
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

  /** An empty payload removes what the broker holds. */
  retain(topic: string, payload: string, onConfirmed = () => {}): void {
    if (this.#retained.get(topic)?.payload === payload) return;
    this.#retained.set(topic, { payload, onConfirmed });
    this.#changed.add(topic);
  }

  /** It is sent once more, changed or not. */
  repeat(topic: string): void {
    if (this.#retained.has(topic)) this.#changed.add(topic);
  }

  addNews(topic: string, payload: string): void {
    this.#news.push({
      message: { topic, payload, isRetained: false },
      atMs: this.#nowMs(),
      isSent: false,
    });
    while (this.#news.length > mostNews) {
      this.#news.shift();
      this.#dropped++;
    }
  }

  /** A new connection: everything that was not confirmed, and all that is retained, is sent again. */
  startOver(): void {
    for (const topic of this.#retained.keys()) this.#changed.add(topic);
    for (const one of this.#news) one.isSent = false;
  }

  /** What to send next, news first; `confirmed` is to be called when the broker has it. */
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

  /** How much news was never sent, since the last time this was asked. */
  takeDropped(): number {
    const dropped = this.#dropped;
    this.#dropped = 0;
    return dropped;
  }
}
