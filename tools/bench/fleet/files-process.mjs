// Serves plain files over HTTP for `tools/bench/collections.mjs`.
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { portOf } from '../../lib/port-of.mjs';
import { answerWith } from './processes.mjs';

const folder = process.argv[2];
const server = createServer(({ url }, answer) => {
  createReadStream(join(folder, url)).pipe(answer);
}).listen(0, '127.0.0.1');
await once(server, 'listening');
answerWith({ url: async () => `http://127.0.0.1:${portOf(server)}` });
