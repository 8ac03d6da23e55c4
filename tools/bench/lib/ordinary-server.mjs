// An ordinary upload server: Fastify parses the whole JSON body, then the content is decoded and written with fsync.
import { mkdirSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import Fastify from 'fastify';

const folder = process.argv[2];
mkdirSync(folder, { recursive: true });
let count = 0;
const app = Fastify({ bodyLimit: 2 ** 31 });
app.addContentTypeParser(
  'application/vnd.api+json',
  { parseAs: 'string' },
  app.getDefaultJsonParser('error', 'error'),
);
app.post('/api/v1/files', async (request, reply) => {
  const path = join(folder, `file-${count++}`);
  const { data } = /** @type {any} */ (request.body);
  const handle = await open(path, 'w');
  await handle.writeFile(Buffer.from(data.encoded, 'base64'));
  await handle.sync();
  await handle.close();
  await rm(path);
  return reply.code(201).send();
});
console.log(await app.listen({ port: 0, host: '127.0.0.1' }));
process.on('SIGTERM', () => process.exit(0));
