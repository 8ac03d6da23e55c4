// The floor: the least that a Node server can do with an upload. Pipes it to a file unchanged and calls fsync.
import { createWriteStream, mkdirSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { portOf } from '../../lib/port-of.mjs';

const folder = process.argv[2];
mkdirSync(folder, { recursive: true });
let count = 0;
const server = createServer(async (request, response) => {
  const path = join(folder, `file-${count++}`);
  await pipeline(request, createWriteStream(path));
  const handle = await open(path, 'r+');
  await handle.sync();
  await handle.close();
  response.writeHead(201).end();
  await rm(path);
});
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${portOf(server)}`));
process.on('SIGTERM', () => process.exit(0));
