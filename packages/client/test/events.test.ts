import { createStationClient, type StationEvent, type StreamState } from '@stationery/client';
import { unusedPort } from '@stationery/core/testing';
import { describe, expect, it } from 'vitest';
import { startTestStation } from '../../station/test/support/test-station.ts';
import { oddServer } from './support/odd-server.ts';

const retryMs = { first: 20, longest: 100 };

/** Drops events about the free space of the disk, which changes at any time. */
async function* besidesCard(events: AsyncGenerator<StationEvent>): AsyncGenerator<StationEvent> {
  for await (const event of events) if (event.name !== 'card') yield event;
}

describe("the client's events", () => {
  it('resume after a lost connection without gaps or duplicates', async () => {
    const first = await startTestStation();
    const connections: AbortController[] = [];
    // Cuts a stream as a bad Wi-Fi would.
    const cuttable: typeof fetch = (input, init) => {
      const cut = new AbortController();
      connections.push(cut);
      const signal = AbortSignal.any([cut.signal, ...(init?.signal ? [init.signal] : [])]);
      return fetch(input, { ...init, signal });
    };
    const states: StreamState[] = [];
    const listener = createStationClient({ baseUrl: first.url, fetch: cuttable });
    const station = createStationClient({ baseUrl: first.url });
    const all = listener.events({ retryMs, onState: (state) => states.push(state) });
    const events = besidesCard(all);
    expect((await events.next()).value).toMatchObject({ name: 'snapshot' });
    await station.rename('One');
    expect((await events.next()).value).toMatchObject({ name: 'settings', data: { nickname: 'One' } });
    connections[0]?.abort();
    await station.rename('Two');
    await station.rename('Three');
    expect((await events.next()).value).toMatchObject({ name: 'settings', data: { nickname: 'Two' } });
    expect((await events.next()).value).toMatchObject({ name: 'settings', data: { nickname: 'Three' } });
    expect(states.map(({ state }) => state)).toEqual(['connecting', 'open', 'lost', 'connecting', 'open']);
    await events.return(undefined);
  });

  it('wait for a restarted station and begin with a snapshot', async () => {
    const port = String(await unusedPort());
    const first = await startTestStation({ env: { STATION_HTTP_PORT: port } });
    const states: StreamState[] = [];
    const events = createStationClient({ baseUrl: first.url }).events({
      retryMs,
      onState: (state) => states.push(state),
    });
    const { value: before } = await events.next();
    const next = events.next();
    await first.stop();
    // No service is listening now: attempts fail until it is back.
    await expect.poll(() => states.filter(({ state }) => state === 'lost').length).toBeGreaterThan(2);
    await startTestStation({ folder: first.folder, env: { STATION_HTTP_PORT: port } });
    const { value: after } = await next;
    expect([before?.name, after?.name]).toEqual(['snapshot', 'snapshot']);
    expect(Number(after?.id)).toBeGreaterThan(Number(before?.id));
    expect(states.find(({ state }) => state === 'lost')).toMatchObject({
      error: { name: 'ConnectionError' },
      retryInMs: expect.any(Number),
    });
    await events.return(undefined);
  });

  it('begin after the given event id', async () => {
    const { url } = await startTestStation();
    const station = createStationClient({ baseUrl: url });
    const { value: snapshot } = await station.events().next();
    await station.rename('Attic');
    const { value } = await besidesCard(station.events({ lastEventId: snapshot?.id })).next();
    expect(value).toMatchObject({ name: 'settings', data: { nickname: 'Attic' } });
  });

  it('end without an error when aborted, whether connected or not', async () => {
    const { url, stop } = await startTestStation();
    const giveUp = new AbortController();
    const events = createStationClient({ baseUrl: url }).events({ signal: giveUp.signal });
    await events.next();
    const waiting = events.next();
    giveUp.abort();
    expect(await waiting).toEqual({ done: true, value: undefined });

    await stop();
    const later = new AbortController();
    const states: string[] = [];
    const nobody = createStationClient({ baseUrl: url }).events({
      signal: later.signal,
      retryMs: { first: 1e6, longest: 1e6 },
      onState: ({ state }) => states.push(state),
    });
    const never = nobody.next();
    await expect.poll(() => states).toEqual(['connecting', 'lost']);
    later.abort();
    expect(await never).toEqual({ done: true, value: undefined });
    expect(await createStationClient({ baseUrl: url }).events({ signal: later.signal }).next()).toMatchObject(
      {
        done: true,
      },
    );
  });

  it('throw if the service refuses permanently', async () => {
    const { url } = await startTestStation({ env: { STATION_TOKEN: 'secret' } });
    const refused = createStationClient({ baseUrl: url, token: 'wrong' }).events({ retryMs });
    await expect(refused.next()).rejects.toMatchObject({ name: 'StationError', status: 401 });
    const elsewhere = createStationClient({ baseUrl: `${url}/elsewhere`, token: 'secret' }).events();
    await expect(elsewhere.next()).rejects.toMatchObject({ status: 404 });
    const allowed = createStationClient({ baseUrl: url, token: 'secret' }).events();
    expect((await allowed.next()).value).toMatchObject({ name: 'snapshot' });
    await allowed.return();
  });

  it('reconnect after server errors and after silence', async () => {
    let asked = 0;
    const url = await oddServer((_, response) => {
      asked++;
      if (asked === 1) response.writeHead(503).end();
      else if (asked === 2) response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
      else response.end('id: 1\nevent: card\ndata: {"state":"missing","reason":"gone"}\n\n');
    });
    const lost: string[] = [];
    const events = createStationClient({ baseUrl: url }).events({
      retryMs,
      silenceMs: 300,
      onState: (state) => state.state === 'lost' && lost.push(state.error.message),
    });
    expect((await events.next()).value).toMatchObject({ id: '1', name: 'card', data: { reason: 'gone' } });
    expect(lost).toEqual([expect.any(String), expect.stringContaining('nothing came')]);
    await events.return(undefined);
  });

  it('close the connection when the caller stops iterating', async () => {
    const ended: boolean[] = [];
    const url = await oddServer((_, response) => {
      response.on('close', () => ended.push(true));
      response.write('id: 1\nevent: card\ndata: {}\n\n');
    });
    for await (const { name } of createStationClient({ baseUrl: url }).events()) {
      expect(name).toBe('card');
      break;
    }
    await expect.poll(() => ended).toEqual([true]);
  });
});
