import { describe, expect, it } from 'vitest';
import { SharedStream } from './shared-stream.ts';

/** Starts a fake service whose streams the test writes. */
function service() {
  const streams: { headers: Record<string, string>; send: (text: string) => void; end: () => void }[] = [];
  let status = 200;
  const shared = new SharedStream(async (_url, init) => {
    if (status !== 200) return new Response('{"refused":true}', { status });
    const { headers, signal } = init as { headers: Record<string, string>; signal: AbortSignal };
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        const encoder = new TextEncoder();
        streams.push({
          headers,
          send: (text) => controller.enqueue(encoder.encode(text)),
          end: () => controller.close(),
        });
        signal.addEventListener('abort', () => controller.error(signal.reason));
      },
    });
    return new Response(body);
  });
  const join = (headers: Record<string, string> = {}) => {
    const seen: string[] = [];
    const leave = shared.join(
      { url: '/events', headers },
      {
        head: (code, _headers, body) => seen.push(`${code}${body ?? ''}`),
        data: (text) => seen.push(text.trim()),
        end: () => seen.push('end'),
      },
    );
    return { seen, leave };
  };
  const refuse = (code: number) => {
    status = code;
  };
  return { streams, join, refuse };
}

const event = (id: number) => `id: ${id}\ndata: ${id}\n\n`;
const shown = (id: number) => event(id).trim();

describe('an event stream shared by several tabs', () => {
  it('continues for the first tab, and starts later tabs with a snapshot and newer events', async () => {
    const { streams, join } = service();
    const first = join({ 'last-event-id': '4' });
    await expect.poll(() => streams.length).toBe(1);
    expect(streams[0]?.headers).toEqual({ 'last-event-id': '4' });
    const second = join({ 'last-event-id': '2', authorization: 'x' });
    await expect.poll(() => streams.length).toBe(2);
    expect(streams[1]?.headers).toEqual({ authorization: 'x' });
    streams[0]?.send(event(5) + event(6));
    await expect.poll(() => first.seen).toEqual(['200', shown(5), shown(6)]);
    streams[1]?.send(`retry: 1000\n\n${event(5)}`);
    await expect.poll(() => second.seen).toEqual(['200', shown(5), shown(6)]);
    first.leave();
    streams[0]?.send(event(7));
    await expect.poll(() => second.seen.at(-1)).toBe(shown(7));
    expect(first.seen).toHaveLength(3);
    streams[0]?.end();
    await expect.poll(() => second.seen.at(-1)).toBe('end');
  });

  it('is opened again by the next tab after all tabs have left', async () => {
    const { streams, join } = service();
    const first = join();
    await expect.poll(() => first.seen).toEqual(['200']);
    first.leave();
    const second = join({ 'last-event-id': '9' });
    await expect.poll(() => second.seen).toEqual(['200']);
    expect(streams[1]?.headers).toEqual({ 'last-event-id': '9' });
    streams[1]?.send(event(10));
    await expect.poll(() => second.seen.at(-1)).toBe(shown(10));
  });

  it('stops waiting for a snapshot that does not arrive', async () => {
    const { streams, join } = service();
    join();
    await expect.poll(() => streams.length).toBe(1);
    const second = join();
    await expect.poll(() => streams.length).toBe(2);
    streams[1]?.end();
    await expect.poll(() => second.seen.at(-1)).toBe('end');
  });

  it('reports a refusal to each tab separately', async () => {
    const { join, refuse } = service();
    const first = join();
    await expect.poll(() => first.seen).toEqual(['200']);
    refuse(401);
    const second = join();
    await expect.poll(() => second.seen).toEqual(['401{"refused":true}']);
    expect(first.seen).toEqual(['200']);
  });
});
