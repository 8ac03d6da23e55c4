import { type StationEventName, stationEvents } from '@stationery/contract';
import { expect, onTestFinished } from 'vitest';
import { expectValid } from './documented.ts';
import type { TestStation } from './test-station.ts';

export interface SeenEvent {
  id: number;
  name: string;
  data: unknown;
}

export interface SeenStream {
  /** Everything that has come, in order. */
  seen: SeenEvent[];
  ended(): boolean;
  /** Waits until an event of this name has come that looks like `data`. */
  expectEvent(name: StationEventName, data: object): Promise<SeenEvent>;
  close(): void;
}

/** Follows the events of a station. Each is held to its schema, and to the numbers counting up. */
export async function followEvents(station: TestStation, lastEventId?: string): Promise<SeenStream> {
  const hangUp = new AbortController();
  onTestFinished(() => hangUp.abort());
  const answer = await station.get('/api/v1/events', {
    signal: hangUp.signal,
    headers: lastEventId === undefined ? {} : { 'last-event-id': lastEventId },
  });
  const seen: SeenEvent[] = [];
  let over = false;
  let fault: unknown;
  void read(answer, seen)
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
      // An event that is not as its schema has it ends the reading, and with it the waiting.
      await expect.poll(() => found() ?? fault ?? seen).not.toBe(seen);
      expect(fault).toBeUndefined();
      return found() as SeenEvent;
    },
    close: () => hangUp.abort(),
  };
}

async function read(answer: Response, seen: SeenEvent[]): Promise<void> {
  let text = '';
  for await (const piece of (answer.body as ReadableStream<Uint8Array>).pipeThrough(
    new TextDecoderStream(),
  )) {
    text += piece;
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) if (block.startsWith('id:')) seen.push(parse(block));
  }
}

function parse(block: string): SeenEvent {
  const fields = new Map(
    block.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
  );
  expect([...fields.keys()]).toEqual(['id', 'event', 'data']);
  const name = fields.get('event') as StationEventName;
  const data: unknown = JSON.parse(fields.get('data') ?? '');
  expectValid(stationEvents[name], data);
  return { id: Number(fields.get('id')), name, data };
}
