// Uploads a document of a given size, which repeats one encoded block, and removes the file again.
import { randomBytes } from 'node:crypto';
import { Agent, request } from 'node:http';

const agent = new Agent({ keepAlive: true });
const block = Buffer.from(randomBytes(768 * 1024).toString('base64'), 'latin1');

/** Returns the seconds from the first byte sent to the complete answer. */
export async function postUpload(url, sizeMiB, filename) {
  const head = Buffer.from(
    `{"data":{"type":"file","filename":${JSON.stringify(filename)},"encoding":"base64","encoded":"`,
  );
  const tail = Buffer.from('"}}');
  const encodedBytes = (sizeMiB * 2 ** 20 * 4) / 3;
  const blocks = Math.floor(encodedBytes / block.length);
  const rest = block.subarray(0, Math.floor((encodedBytes - blocks * block.length) / 4) * 4);
  const started = performance.now();
  const outgoing = request(`${url}/api/v1/files`, {
    method: 'POST',
    agent,
    headers: {
      'content-type': 'application/vnd.api+json',
      'content-length': head.length + blocks * block.length + rest.length + tail.length,
    },
  });
  const answered = new Promise((resolve, reject) => {
    outgoing.on('response', (response) => {
      let body = '';
      response.on('data', (text) => (body += text));
      response.on('end', () =>
        resolve({ status: response.statusCode, location: response.headers.location, body }),
      );
    });
    outgoing.on('error', reject);
  });
  const write = async (bytes) => {
    if (!outgoing.write(bytes)) await new Promise((resolve) => outgoing.once('drain', resolve));
  };
  await write(head);
  for (let sent = 0; sent < blocks; sent++) await write(block);
  await write(rest);
  outgoing.end(tail);
  const { status, location, body } = await answered;
  const seconds = (performance.now() - started) / 1000;
  if (status !== 201) throw new Error(`${url} answered ${status}: ${body}`);
  if (location !== undefined) await fetch(`${url}${location}`, { method: 'DELETE' });
  return seconds;
}
