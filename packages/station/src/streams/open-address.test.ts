import { createServer } from 'node:http';
import { systemClock } from '@stationery/core';
import { expect, it, onTestFinished } from 'vitest';
import { openAddress } from './open-address.ts';

it('openAddress refuses a name that resolves to a local address at a later connection', async () => {
  let requests = 0;
  const server = createServer((_, response) => {
    requests++;
    response.writeHead(200, { 'content-type': 'audio/mpeg' }).end('sound');
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await new Promise((listening) => server.once('listening', listening));
  const { port } = server.address() as { port: number };
  const answers = ['127.0.0.1', '127.0.0.2'];
  const resolve = ((_: string, __: object, found: (error: null, all: object[]) => void) =>
    found(null, [{ address: answers.shift(), family: 4 }])) as never;
  const internet = { isWired: () => true, isAllowed: (address: string) => address === '127.0.0.1' };
  const open = () =>
    openAddress(`http://radio.example:${port}/`, {
      ...{ internet, clock: systemClock, resolve },
      signal: new AbortController().signal,
    });
  (await open()).destroy();
  await expect(open()).rejects.toMatchObject({ reason: { code: 'stream-local' } });
  expect(requests).toBe(1);
});
