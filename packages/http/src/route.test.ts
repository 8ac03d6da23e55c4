import { EventEmitter, once } from 'node:events';
import { connect } from 'node:net';
import type { Route } from '@stationery/contract';
import { settle } from '@stationery/core/testing';
import { Type } from 'typebox';
import { expect, it } from 'vitest';
import { problemDetails } from './errors/problem-details.ts';
import { route } from './route.ts';
import { listen } from './server/listen.ts';
import { testApp } from './testing/test-app.ts';

it('route keeps the app open while a call runs, even if its client has hung up', async () => {
  const app = testApp();
  const calls = new EventEmitter();
  const contract = {
    method: 'GET',
    path: '/slow',
    params: Type.Object({}),
    query: Type.Object({}),
    answer: { status: 204 },
  } as unknown as Route;
  let hasEnded = false;
  route(app, contract, async ({ signal }) => {
    const released = once(calls, 'release');
    calls.emit('call', signal);
    await released;
    hasEnded = true;
  });
  const http = await listen({
    app,
    host: '127.0.0.1',
    port: { port: 0, setting: 'PORT' },
    errorStyle: problemDetails,
  });
  const client = connect(http.port, '127.0.0.1');
  const called = once(calls, 'call') as Promise<[AbortSignal]>;
  client.write('GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n');
  const [signal] = await called;
  client.destroy();
  if (!signal.aborted) await once(signal, 'abort');
  await http.close();

  let isClosed = false;
  const closing = app.close().then(() => {
    isClosed = true;
  });
  for (let turn = 0; turn < 20; turn++) await settle();
  expect(isClosed).toBe(false);
  calls.emit('release');
  await closing;
  expect(hasEnded).toBe(true);
});
