import { createHash, randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { temporaryFolder } from '@stationery/core/testing';
import { describe, expect, it } from 'vitest';
import { type StationProgram, startStationProgram } from '../../../cli/test/support/program.ts';

const MiB = 1024 * 1024;
const GiB = 1024 * MiB;
/** Its size is divisible by three, so that its base64 can be repeated. */
const piece = randomBytes(768 * 1024);
const encodedPiece = Buffer.from(piece.toString('base64'));

/** Streams a document of any size without holding it in memory. */
function* uploadDocument(filename: string, sizeBytes: number): Generator<Buffer> {
  yield Buffer.from(`{"data":{"type":"file","filename":${JSON.stringify(filename)},"encoded":"`);
  let left = sizeBytes;
  for (; left >= piece.length; left -= piece.length) yield encodedPiece;
  yield Buffer.from(`${piece.subarray(0, left).toString('base64')}"}}`);
}

function digestOf(sizeBytes: number): string {
  const hash = createHash('sha256');
  let left = sizeBytes;
  for (; left >= piece.length; left -= piece.length) hash.update(piece);
  return hash.update(piece.subarray(0, left)).digest('hex');
}

async function upload(station: StationProgram, filename: string, sizeBytes: number): Promise<number> {
  let length = 0;
  for (const part of uploadDocument(filename, sizeBytes)) length += part.length;
  const answered = new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'content-length': length };
    const sending = request(`${station.url}/api/v1/files`, { method: 'POST', headers }, (answer) => {
      let body = '';
      answer.setEncoding('utf8').on('data', (text: string) => {
        body += text;
      });
      answer.on('end', () => resolve({ status: answer.statusCode, body }));
    });
    pipeline(Readable.from(uploadDocument(filename, sizeBytes)), sending).catch(reject);
  });
  const { status, body } = await answered;
  expect(status).toBe(201);
  return (JSON.parse(body) as { data: { id: number } }).data.id;
}

async function contentDigest(station: StationProgram, id: number): Promise<string> {
  const answer = await fetch(`${station.url}/api/v1/files/${id}/content`);
  const hash = createHash('sha256');
  for await (const chunk of answer.body ?? []) hash.update(chunk as Uint8Array);
  return hash.digest('hex');
}

describe('the memory of the station', () => {
  it('grows by at most 64 MiB while a file of 1 GiB is uploaded and downloaded', {
    timeout: 300_000,
  }, async () => {
    const folder = await temporaryFolder();
    const station = await startStationProgram({ STATION_DATA_DIR: join(folder, 'data') });
    const warm = await upload(station, 'warm.bin', 8 * MiB);
    expect(await contentDigest(station, warm)).toBe(digestOf(8 * MiB));

    const idleBytes = station.residentBytes();
    let maxBytes = idleBytes;
    const sampler = setInterval(() => {
      maxBytes = Math.max(maxBytes, station.residentBytes());
    }, 20);
    try {
      const id = await upload(station, 'large.bin', GiB);
      const uploadedBytes = maxBytes;
      expect(await contentDigest(station, id)).toBe(digestOf(GiB));
      expect((uploadedBytes - idleBytes) / MiB).toBeLessThanOrEqual(64);
      expect((maxBytes - idleBytes) / MiB).toBeLessThanOrEqual(64);
    } finally {
      clearInterval(sampler);
    }
  });
});
