import type { TSchema } from 'typebox';
import { expect, onTestFinished } from 'vitest';
import { expectValid } from './documented.ts';

export interface SeenEvent {
  id: number;
  name: string;
  data: unknown;
}

export interface SeenStream<N extends string> {
  seen: SeenEvent[];
  ended(): boolean;
  /** Waits for an event of this name that matches `data`. */
  expectEvent(name: N, data: object): Promise<SeenEvent>;
  close(): void;
}

/** Follows an event stream and checks each event against its schema. */
export async function followStream<N extends string>(
  schemas: Record<N, TSchema>,
  open: (init: { signal: AbortSignal; headers: Record<string, string> }) => Promise<Response>,
  lastEventId?: string,
): Promise<SeenStream<N>> {
  const hangUp = new AbortController();
  onTestFinished(() => hangUp.abort());
  const answer = await open({
    signal: hangUp.signal,
    headers: lastEventId === undefined ? {} : { 'last-event-id': lastEventId },
  });
  const seen: SeenEvent[] = [];
  let over = false;
  let fault: unknown;
  void read(answer, seen, schemas)
    .catch((error: unknown) => {
      if (!hangUp.signal.aborted) fault = error;
    })
    .finally(() => {
      over = true;
    });
  return {
    seen,
    ended: () => over,
    async expectEvent(name, data) {
      const isLike = expect.objectContaining(data) as { asymmetricMatch(other: unknown): boolean };
      const found = () => seen.findLast((event) => event.name === name && isLike.asymmetricMatch(event.data));
      // An event that does not match its schema ends the wait.
      await expect.poll(() => found() ?? fault ?? seen).not.toBe(seen);
      expect(fault).toBeUndefined();
      return found() as SeenEvent;
    },
    close: () => hangUp.abort(),
  };
}

async function read(answer: Response, seen: SeenEvent[], schemas: Record<string, TSchema>): Promise<void> {
  let text = '';
  for await (const piece of (answer.body as ReadableStream<Uint8Array>).pipeThrough(
    new TextDecoderStream(),
  )) {
    text += piece;
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) if (block.startsWith('id:')) seen.push(parse(block, schemas));
  }
}

function parse(block: string, schemas: Record<string, TSchema>): SeenEvent {
  const fields = new Map(
    block.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
  );
  expect([...fields.keys()]).toEqual(['id', 'event', 'data']);
  const name = fields.get('event') ?? '';
  const data: unknown = JSON.parse(fields.get('data') ?? '');
  expect(Object.keys(schemas)).toContain(name);
  expectValid(schemas[name] as TSchema, data);
  return { id: Number(fields.get('id')), name, data };
}
