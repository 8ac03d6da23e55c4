import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

interface Published {
  name: string;
  _attachments: Record<string, { data: string }>;
}

/** Starts a registry with our packages. Redirects requests for other packages to `upstream`. */
export async function startNpmRegistry(upstream: string): Promise<{ url: string; close(): void }> {
  const answers = new Map<string, string | Buffer>();
  const server = createServer(async (request, reply) => {
    const path = decodeURIComponent(request.url ?? '');
    if (request.method === 'PUT') {
      const { _attachments, ...document } = (await json(request)) as Published;
      answers.set(path, JSON.stringify(document));
      for (const [file, { data }] of Object.entries(_attachments))
        answers.set(`/${document.name}/-/${file}`, Buffer.from(data, 'base64'));
      reply.writeHead(201).end('{}');
      return;
    }
    const answer = answers.get(path);
    if (answer === undefined) reply.writeHead(302, { location: new URL(path.slice(1), upstream).href });
    reply.end(answer);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close() };
}
