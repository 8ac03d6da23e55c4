import type { StreamRequest } from './messages.ts';

export interface Follower {
  head(status: number, headers: [string, string][], body: string | null): void;
  data(text: string): void;
  /** Called when the stream is over or could not be opened. */
  end(): void;
}

interface Place {
  /** Id of the last event in the tab's snapshot. */
  afterId: number;
  held: Block[] | undefined;
}

interface Block {
  id: number | undefined;
  text: string;
}

/**
 * One event stream for all tabs of a browser. A browser opens only six connections to a service, so seven
 * streams would block all other requests. The first tab opens the stream. Each later tab gets a snapshot from
 * a second stream, which is then closed, and follows the first stream.
 */
export class SharedStream {
  readonly #places = new Map<Follower, Place>();
  readonly #fetch: typeof fetch;
  #upstream: AbortController | undefined;
  /** Makes tabs join one at a time, so that at most two streams are open. */
  #turn: Promise<void> = Promise.resolve();

  constructor(ask: typeof fetch) {
    this.#fetch = ask;
  }

  /** Adds a tab. Returns a function with which the tab leaves. */
  join(request: StreamRequest, follower: Follower): () => void {
    const leaving = new AbortController();
    leaving.signal.addEventListener('abort', () => this.#leave(follower));
    this.#turn = this.#turn
      .then(() => this.#admit(request, follower, leaving.signal))
      .catch(() => {
        this.#leave(follower);
        follower.end();
      });
    return () => leaving.abort();
  }

  async #admit(request: StreamRequest, follower: Follower, leaving: AbortSignal): Promise<void> {
    if (leaving.aborted) return;
    const stream = new AbortController();
    const giveUp = () => stream.abort();
    leaving.addEventListener('abort', giveUp);
    const isFirst = this.#upstream === undefined;
    if (!isFirst) this.#places.set(follower, { afterId: 0, held: [] });
    const answer = await this.#fetch(request.url, {
      headers: isFirst ? request.headers : withoutPlace(request.headers),
      signal: stream.signal,
    });
    const headers = [...answer.headers];
    if (!answer.ok) {
      const body = await answer.text();
      this.#leave(follower);
      follower.head(answer.status, headers, body);
      return;
    }
    follower.head(answer.status, headers, null);
    const blocks = readBlocks(answer.body!);
    if (isFirst) {
      // From here on, the stream belongs to all followers.
      leaving.removeEventListener('abort', giveUp);
      this.#upstream = stream;
      this.#places.set(follower, { afterId: 0, held: undefined });
      void this.#pump(stream, blocks);
      return;
    }
    for await (const block of blocks) {
      if (block.id === undefined) continue;
      this.#place(follower, block);
      stream.abort();
      return;
    }
    throw new TypeError('The stream ended before its snapshot');
  }

  /** Delivers the events that were held while the snapshot was loading. */
  #place(follower: Follower, snapshot: Block): void {
    const place = this.#places.get(follower);
    if (place === undefined) return;
    follower.data(snapshot.text);
    const held = place.held ?? [];
    place.afterId = snapshot.id!;
    place.held = undefined;
    for (const block of held) this.#deliver(block, follower, place);
  }

  async #pump(stream: AbortController, blocks: AsyncIterable<Block>): Promise<void> {
    try {
      for await (const block of blocks) {
        for (const [follower, place] of this.#places) this.#deliver(block, follower, place);
      }
    } catch {
      // The stream broke or has no followers. Remaining followers open it again.
    }
    if (this.#upstream !== stream) return;
    this.#upstream = undefined;
    const followers = [...this.#places.keys()];
    this.#places.clear();
    for (const follower of followers) follower.end();
  }

  #deliver(block: Block, follower: Follower, place: Place): void {
    if (place.held !== undefined) place.held.push(block);
    else if (block.id === undefined || block.id > place.afterId) follower.data(block.text);
  }

  #leave(follower: Follower): void {
    this.#places.delete(follower);
    if (this.#places.size > 0) return;
    this.#upstream?.abort();
    this.#upstream = undefined;
  }
}

/**
 * Removes the last event id, because a tab that was away needs a snapshot instead of events of a stream that it did not
 * follow.
 */
function withoutPlace({ 'last-event-id': _, ...headers }: Record<string, string>): Record<string, string> {
  return headers;
}

async function* readBlocks(body: ReadableStream<Uint8Array>): AsyncGenerator<Block, void, undefined> {
  const reader = body.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>).getReader();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const blocks = (rest + value).split('\n\n');
      rest = blocks.pop()!;
      for (const text of blocks) {
        const id = /^id: (\d{1,16})$/m.exec(text)?.[1];
        yield { id: id === undefined ? undefined : Number(id), text: `${text}\n\n` };
      }
    }
  } finally {
    reader.cancel().catch(() => undefined);
  }
}
