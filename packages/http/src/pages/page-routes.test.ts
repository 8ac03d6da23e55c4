import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '@stationery/core/testing';
import { expect, it } from 'vitest';
import { testApp } from '../testing/test-app.ts';
import { downloadRoutes } from './page-routes.ts';

it('downloadRoutes serves the files of a folder, and no other files', async () => {
  const folder = await temporaryFolder();
  writeFileSync(join(folder, 'board.uf2'), 'UF2\n');
  writeFileSync(join(folder, 'secret.key'), 'secret');
  const app = testApp();
  downloadRoutes(app, '/firmware', folder);
  downloadRoutes(app, '/none', join(folder, 'none'));
  const get = (url: string) => app.inject({ url, headers: { host: 'localhost' } });
  const file = await get('/firmware/board.uf2');
  expect([file.statusCode, file.headers['content-type'], file.body]).toEqual([
    200,
    'application/octet-stream',
    'UF2\n',
  ]);
  for (const url of ['/firmware/secret.key', '/firmware/..%2Fboard.uf2', '/firmware/', '/none/board.uf2']) {
    expect((await get(url)).statusCode, url).toBe(404);
  }
});
