import { createServer } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
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
      internet,
      clock: systemClock,
      resolve,
      signal: new AbortController().signal,
    });
  (await open()).destroy();
  await expect(open()).rejects.toMatchObject({ reason: { code: 'stream-local' } });
  expect(requests).toBe(1);
});

const open = (address: string, resolve?: unknown) =>
  openAddress(address, {
    internet: { isWired: () => true, isAllowed: () => true },
    clock: systemClock,
    signal: new AbortController().signal,
    ...(resolve !== undefined && { resolve: resolve as never }),
  });

it('openAddress returns a code that explains why a server cannot be reached', async () => {
  const server = createTcpServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', (bytes) =>
      bytes.includes('/drop') ? socket.destroy() : socket.end('220 hello\r\n'),
    );
  }).listen(0, '127.0.0.1');
  await new Promise((listening) => server.once('listening', listening));
  const { port } = server.address() as AddressInfo;
  const unknown = (_: string, __: object, found: (error: Error, all: object[]) => void) =>
    found(Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' }), []);
  const causes: [() => Promise<unknown>, string][] = [
    [() => open(`http://127.0.0.1:${port}/`), 'not-http'],
    [() => open(`https://127.0.0.1:${port}/`), 'not-http'],
    [() => open(`http://127.0.0.1:${port}/drop`), 'broken'],
    [() => open('http://radio.example/', unknown), 'unknown-name'],
  ];
  for (const [connect, cause] of causes)
    await expect(connect()).rejects.toMatchObject({ reason: { code: 'stream-unreachable', cause } });
  await new Promise((closed) => server.close(closed));
  await expect(open(`http://127.0.0.1:${port}/`)).rejects.toMatchObject({ reason: { cause: 'refused' } });
});
