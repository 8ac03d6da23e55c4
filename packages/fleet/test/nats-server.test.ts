import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLogger, systemClock } from '@stationery/core';
import { temporaryFolder, unusedPort } from '@stationery/core/testing';
import { expect, it } from 'vitest';
import { startNatsServer } from '../src/board/nats-server.ts';

/** Listens as a NATS server does, and ends when it is asked to read its configuration. */
const program = `#!${process.execPath}
const port = process.argv[process.argv.indexOf('-p') + 1];
require('node:net').createServer().listen(port, '127.0.0.1');
`;

it.each([
  ['is an error', false, [{ level: 50, code: null, msg: 'nats-server has ended: the fleet is unreachable' }]],
  ['is as it should be where everything is asked to stop', true, []],
])('a NATS server that ends %s', async (_, isAsked, expected) => {
  const path = await temporaryFolder();
  writeFileSync(join(path, 'nats-server'), program, { mode: 0o755 });
  const lines: object[] = [];
  const log = createLogger({ level: 'warn', stream: { write: (line) => lines.push(JSON.parse(line)) } });
  const asked = new AbortController();
  const place = { folder: join(path, 'data'), port: await unusedPort(), path };
  const nats = await startNatsServer(place, { clock: systemClock, log, signal: asked.signal });
  // Ctrl+C is for both, and the server is the quicker one.
  if (isAsked) asked.abort();
  await expect(nats.reload()).rejects.toThrow('nats-server has ended');
  expect(lines).toMatchObject(expected);
  expect(lines).toHaveLength(expected.length);
});
