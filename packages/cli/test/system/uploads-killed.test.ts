import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { ResumableContent } from '@stationery/client';
import { createResumableUploads } from '@stationery/client/uploads';
import { temporaryFolder } from '@stationery/core/testing';
import { expect, it } from 'vitest';
import { startStationProgram } from '../support/program.ts';

const MiB = 1024 * 1024;

/** Returns content that stops flowing after this many bytes, the first time it is read. */
function pausing(bytes: Buffer, pauseAtBytes: number): ResumableContent {
  let isFirst = true;
  const from = (start: number) => ({
    size: bytes.length - start,
    async *stream() {
      const endBytes = isFirst ? pauseAtBytes : bytes.length;
      isFirst = false;
      for (let at = start; at < endBytes; at += MiB) yield bytes.subarray(at, Math.min(at + MiB, endBytes));
      if (endBytes < bytes.length) await new Promise(() => undefined);
    },
  });
  return { ...from(0), name: 'story.mp3', lastModified: 1, slice: from };
}

it('an upload resumes after the station was killed during it', async () => {
  const folder = await temporaryFolder();
  const cardDir = join(folder, 'card');
  await mkdir(cardDir);
  const env = { STATION_DATA_DIR: join(folder, 'data'), STATION_CARD_DIR: cardDir };
  const first = await startStationProgram(env);
  const bytes = randomBytes(20 * MiB);
  const sent: number[] = [];
  const uploads = createResumableUploads({ baseUrl: first.url });
  const uploading = uploads.upload(pausing(bytes, 16 * MiB), {
    retryDelaysMs: Array.from({ length: 400 }, () => 100),
    onProgress: ({ sentBytes }) => sent.push(sentBytes),
  });
  const temporary = () => readdirSync(cardDir).map((name) => statSync(join(cardDir, name)).size);
  await expect.poll(() => temporary()[0]).toBeGreaterThan(14 * MiB);
  // At least this much of the upload is on the disk.
  await expect.poll(async () => (await uploads.list())[0]?.offset).toBeGreaterThanOrEqual(8 * MiB);
  first.kill('SIGKILL');
  await first.exit;
  const sentBefore = sent.length;
  const second = await startStationProgram({ ...env, STATION_HTTP_PORT: new URL(first.url).port });
  expect(await uploading).toMatchObject({ filename: 'story.mp3', size: bytes.length });
  const resumedAt = sent.slice(sentBefore).find((count) => count > 0);
  expect(resumedAt).toBeGreaterThanOrEqual(8 * MiB);
  expect(readdirSync(cardDir)).toEqual(['story.mp3']);
  expect(readFileSync(join(cardDir, 'story.mp3')).equals(bytes)).toBe(true);
  expect(await createResumableUploads({ baseUrl: second.url }).list()).toEqual([]);
});
