import { Worker } from 'node:worker_threads';
import { createLogger, openDatabase } from '@stationery/core';
import { temporaryFolder } from '@stationery/core/testing';
import { expect, it } from 'vitest';
import { testApp } from '../testing/test-app.ts';
import { jsonApiErrors } from './json-api-errors.ts';
import { toAppError } from './to-app-error.ts';

const missing = `/nowhere/${'part'}.mjs`;

it.each([
  ['imported', () => import(missing)],
  [
    'started as a thread',
    () => new Promise((_, reject) => new Worker(new URL(`file://${missing}`)).on('error', reject)),
  ],
])(
  'a module that is missing after an upgrade, and is %s, does not count as an internal error',
  async (_, use) => {
    const thrown = await use().catch((error: unknown) => error);
    expect(toAppError(thrown)).toMatchObject({
      code: 'service-stopping',
      message: expect.stringContaining('upgraded while it ran'),
    });
  },
);

it('a database closed while the service stops is not reported as an internal error', async () => {
  const opened = openDatabase({ folder: await temporaryFolder(), owner: 'test', migrations: [] });
  const lines: string[] = [];
  const log = createLogger({ level: 'info', stream: { write: (line: string) => void lines.push(line) } });
  const app = testApp({ log, errorStyle: jsonApiErrors });
  app.get('/read', async () => opened.database.prepare('SELECT 1').get());
  opened.close();
  const { statusCode, body } = await app.inject({ url: '/read', headers: { host: 'localhost' } });
  expect(statusCode).toBe(503);
  expect(body).toContain('The service is stopping.');
  expect(lines).toEqual([]);
});
