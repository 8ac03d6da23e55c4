import type { StationEvent } from '@stationery/contract';
import { onTestFinished } from 'vitest';

type Data<N extends StationEvent['name']> = Extract<StationEvent, { name: N }>['data'];

export interface EventLog {
  /** Data of all events of this name, oldest first. */
  of<N extends StationEvent['name']>(name: N): Data<N>[];
}

/** Reads the event stream until the test ends. Resolves after the first event. */
export async function eventLog(url: string): Promise<EventLog> {
  const ending = new AbortController();
  const answer = await fetch(`${url}/api/v1/events`, { signal: ending.signal });
  const events: { name: string; data: unknown }[] = [];
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (reader === undefined) throw new Error(`no event stream at ${url}`);
  let text = '';
  const readOn = async (): Promise<boolean> => {
    const { done, value } = await reader.read();
    text += value ?? '';
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) {
      const name = /^event: (.*)$/m.exec(block)?.[1];
      const data = /^data: (.*)$/m.exec(block)?.[1];
      if (name !== undefined && data !== undefined) events.push({ name, data: JSON.parse(data) });
    }
    return !done;
  };
  while (events.length === 0 && (await readOn())) {}
  const reading = (async () => {
    while (await readOn()) {}
  })().catch(() => undefined);
  onTestFinished(async () => {
    ending.abort();
    await reading;
  });
  return {
    of: <N extends StationEvent['name']>(name: N) =>
      events.filter((event) => event.name === name).map(({ data }) => data as Data<N>),
  };
}
