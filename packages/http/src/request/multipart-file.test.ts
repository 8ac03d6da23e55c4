import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AppError } from '@stationery/core';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readMultipartFile } from './multipart-file.ts';

/** Returns a function that sends a body and resolves to the content of its file, or the error code. */
async function reader() {
  const server = createServer(async (request, response) => {
    const content = await readMultipartFile(request, 'update', async (file) => {
      const pieces: Buffer[] = [];
      for await (const piece of file) pieces.push(piece);
      return Buffer.concat(pieces).toString('latin1');
    }).catch((error: unknown) => (error instanceof AppError ? error.code : String(error)));
    response.end(content);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return async (contentType: string, body: string) => {
    const answer = await fetch(url, { method: 'POST', headers: { 'content-type': contentType }, body });
    return answer.text();
  };
}

const readFile = async (contentType: string, body: string) => (await reader())(contentType, body);

const file = (boundary: string, content: string) =>
  `--${boundary}\r\ncontent-disposition: form-data; name="update"; filename="f"\r\n\r\n${content}\r\n`;
const field = (boundary: string) => `--${boundary}\r\ncontent-disposition: form-data; name="a"\r\n\r\n1\r\n`;

describe('readMultipartFile', () => {
  it.each([
    ['x', 'x'],
    ['"a b"', 'a b'],
    ['x; charset=utf-8', 'x'],
    ['x'.repeat(70), 'x'.repeat(70)],
  ])('reads a file with the boundary %s', async (parameter, boundary) => {
    const body = `${field(boundary)}${file(boundary, 'content')}--${boundary}--\r\n`;
    expect(await readFile(`multipart/form-data; boundary=${parameter}`, body)).toBe('content');
  });

  it('allows the boundary within the content, where it is not part of a delimiter', async () => {
    const content = 'and --x or --x-- '.repeat(1000);
    expect(await readFile('multipart/form-data; boundary=x', `${file('x', content)}--x--\r\n`)).toBe(content);
  });

  it.each(['x'.repeat(71), `"${'x'.repeat(71)}"`, '', '"a;b', '"a\\"b"'])(
    'refuses the boundary %s',
    async (boundary) => {
      expect(await readFile(`multipart/form-data; boundary=${boundary}`, 'x')).toBe('malformed-request');
    },
  );

  it('reads or refuses a file for any body', async () => {
    const piece = fc.constantFrom('--x', '--x\r\n', '\r\n', '--', 'q', file('x', 'content'), field('x'));
    const read = await reader();
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 8 }), async (pieces) => {
        const text = await read('multipart/form-data; boundary=x', `--x${pieces.join('')}`);
        expect(['malformed-request', 'firmware-file-missing', 'content', 'contentq']).toContain(text);
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    ['before it', `${field('x').repeat(41)}${file('x', 'content')}`],
    ['after it', `${file('x', 'content')}${field('x').repeat(41)}`],
    ['without header fields', '--x\r\n\r\n\r\n'.repeat(20_000)],
  ])('refuses too many parts %s', async (_, parts) => {
    expect(await readFile('multipart/form-data; boundary=x', `${parts}--x--\r\n`)).toBe('request-too-large');
  });
});
