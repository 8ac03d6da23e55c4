import { createHash, randomBytes } from 'node:crypto';
import { watch } from 'node:fs';
import { open, readdir, readFile, rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  makeImage,
  mountImage,
  mountTmpfs,
  needsImages,
  needsMounts,
  temporaryFolder,
} from '@stationery/core/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { RawConnection, uploadBody, uploadHead } from '../support/raw-upload.ts';
import { listFiles, startTestStation, type TestStation } from '../support/test-station.ts';

const KiB = 1024;
const MiB = 1024 * KiB;
const mounts = needsMounts();
const images = needsImages();

interface SmallCard {
  station: TestStation;
  cardDir: string;
}

async function smallCard(mount: (folder: string, cardDir: string) => void): Promise<SmallCard> {
  const folder = await temporaryFolder();
  const cardDir = join(folder, 'mnt');
  mount(folder, cardDir);
  await rm(join(cardDir, 'lost+found'), { recursive: true, force: true });
  return { cardDir, station: await startTestStation({ folder, env: { STATION_CARD_DIR: cardDir } }) };
}

async function freeBytes(cardDir: string): Promise<number> {
  const { bavail, bsize } = await statfs(cardDir);
  return bavail * bsize;
}

/** Records every name that appears in the folder. */
function namesSeen(cardDir: string): Set<string> {
  const names = new Set<string>();
  const watcher = watch(cardDir, (_event, name) => {
    if (name !== null) names.add(name);
  });
  onTestFinished(() => watcher.close());
  return names;
}

async function uploadChunked(
  station: TestStation,
  filename: string,
  content: Buffer,
  query = '',
): Promise<number> {
  const body = uploadBody(filename, content);
  const connection = await RawConnection.open(station.url);
  const sending = connection.send(uploadHead('chunked', query)).then(async () => {
    for (let at = 0; at < body.length; at += 16 * KiB) {
      const piece = body.subarray(at, at + 16 * KiB);
      await connection.send(Buffer.concat([Buffer.from(`${piece.length.toString(16)}\r\n`), piece]));
      await connection.send('\r\n');
    }
    await connection.send('0\r\n\r\n');
  });
  const { status } = await connection.answer();
  await sending;
  return status;
}

/** Finds the capacity by filling the file system. */
async function findCapacity(cardDir: string): Promise<number> {
  const path = join(cardDir, 'filler');
  const handle = await open(path, 'w');
  let sizeBytes = 0;
  try {
    for (;;) sizeBytes += (await handle.write(randomBytes(256 * KiB))).bytesWritten;
  } catch {
    await handle.sync();
  } finally {
    await handle.close();
    await rm(path);
  }
  return sizeBytes;
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

const kinds = [
  {
    kind: 'in memory',
    needs: mounts,
    card: () => smallCard((_folder, cardDir) => mountTmpfs(cardDir, MiB)),
  },
  {
    kind: 'with ext4',
    needs: images,
    card: () =>
      smallCard((folder, cardDir) => {
        makeImage(join(folder, 'card.img'), 4 * MiB);
        mountImage(join(folder, 'card.img'), cardDir);
      }),
  },
];

for (const { kind, needs, card } of kinds) {
  describe.skipIf(!needs.run)(`a small card ${kind} (${needs.label})`, () => {
    it('rejects an upload that does not fit, according to its Content-Length, before writing anything', async () => {
      const { station, cardDir } = await card();
      const seen = namesSeen(cardDir);
      const answer = await station.upload(
        'large.bin',
        randomBytes(Math.ceil((await freeBytes(cardDir)) * 1.2)),
      );
      expect(answer.status).toBe(507);
      const { errors } = (await answer.json()) as { errors: { title: string; detail: string }[] };
      expect(errors).toMatchObject([{ status: 507, detail: expect.stringContaining('is full') }]);

      // Once the watcher reports this file, it has reported all earlier ones.
      await writeFile(join(cardDir, 'after.txt'), '');
      await expect.poll(() => [...seen]).toContain('after.txt');
      expect([...seen]).toEqual(['after.txt']);
    });

    it('rejects an upload that fills it up, and keeps nothing of it', async () => {
      const { station, cardDir } = await card();
      const before = await freeBytes(cardDir);
      for (const factor of [1.01, 1.5, 3]) {
        const content = randomBytes(Math.ceil(before * factor));
        expect(await uploadChunked(station, 'large.bin', content)).toBe(507);
        expect(await readdir(cardDir)).toEqual([]);
        await expect.poll(() => freeBytes(cardDir)).toBe(before);
      }
      expect(await listFiles(station)).toEqual({});
    });

    it('accepts a file that fits exactly, and fails at the last byte of a larger one', async () => {
      const { station, cardDir } = await card();
      const fits = await findCapacity(cardDir);
      expect(fits).toBeGreaterThan(MiB / 2);
      await expect.poll(() => freeBytes(cardDir)).toBeGreaterThanOrEqual(fits);

      const content = randomBytes((await freeBytes(cardDir)) + 1);
      expect((await station.upload('more.bin', content)).status).toBe(507);
      expect(await readdir(cardDir)).toEqual([]);
      await expect.poll(() => freeBytes(cardDir)).toBeGreaterThanOrEqual(fits);
      const exact = content.subarray(0, fits);
      expect((await station.upload('exact.bin', exact)).status).toBe(201);
      expect(await listFiles(station)).toMatchObject({ 'exact.bin': { size: fits } });
      expect(sha256(await readFile(join(cardDir, 'exact.bin')))).toBe(sha256(exact));
    });

    it('replaces a file only if the new one fits next to the old one', async () => {
      const { station, cardDir } = await card();
      const old = randomBytes(Math.floor((await freeBytes(cardDir)) * 0.6));
      expect((await station.upload('a.bin', old)).status).toBe(201);
      const free = await freeBytes(cardDir);

      const answer = await station.replace(1, 'a.bin', randomBytes(old.length));
      expect(answer.status).toBe(507);
      expect(await answer.text()).toMatch(/full: .* “a\.bin” is unchanged/);
      const large = randomBytes(Math.ceil(free * 1.5));
      expect(await uploadChunked(station, 'a.bin', large, '?replace=1')).toBe(507);
      expect(await readdir(cardDir)).toEqual(['a.bin']);
      expect(sha256(await readFile(join(cardDir, 'a.bin')))).toBe(sha256(old));

      const fits = randomBytes(Math.floor(free * 0.7));
      await expect.poll(() => freeBytes(cardDir)).toBeGreaterThan(fits.length);
      expect((await station.replace(1, 'a.bin', fits)).status).toBe(200);
      expect(sha256(await readFile(join(cardDir, 'a.bin')))).toBe(sha256(fits));
      expect(await listFiles(station)).toEqual({ 'a.bin': { id: 1, size: fits.length } });
    });

    it('refuses a backup that does not fit, and changes nothing', async () => {
      const { station, cardDir } = await card();
      const large = await startTestStation();
      await large.upload('small.bin', 'small');
      await large.upload('large.bin', randomBytes((await freeBytes(cardDir)) + MiB));
      const archive = await (await large.get('/api/backup')).arrayBuffer();
      const headers = { 'content-type': 'application/x-tar' };
      const answer = await station.get('/api/backup', { method: 'PUT', headers, body: archive });
      expect([answer.status, answer.headers.get('error-code')]).toEqual([507, 'card-full']);
      expect(await readdir(cardDir)).toEqual([]);
    });

    it('shares its last space between concurrent uploads, each complete or absent', async () => {
      const { station, cardDir } = await card();
      const each = Math.floor((await freeBytes(cardDir)) * 0.3);
      const contents = Array.from({ length: 8 }, () => randomBytes(each));
      const statuses = await Promise.all(
        contents.map(async (content, index) =>
          index % 2 === 0
            ? (await station.upload(`${index}.bin`, content)).status
            : uploadChunked(station, `${index}.bin`, content),
        ),
      );
      expect(statuses.filter((status) => status !== 201 && status !== 507)).toEqual([]);
      const stored = statuses.flatMap((status, index) => (status === 201 ? [`${index}.bin`] : []));
      expect((await readdir(cardDir)).sort()).toEqual(stored);
      expect(Object.keys(await listFiles(station)).sort()).toEqual(stored);
      for (const name of stored) {
        const content = contents[Number.parseInt(name, 10)] as Buffer;
        expect(sha256(await readFile(join(cardDir, name)))).toBe(sha256(content));
      }
    });

    it('reserves space in order of arrival, so that one of two large uploads always succeeds', async () => {
      const { station, cardDir } = await card();
      const content = randomBytes(Math.floor((await freeBytes(cardDir)) * 0.8));
      for (let round = 0; round < 5; round++) {
        const answers = await Promise.all(
          ['a', 'b', 'c'].map((name) => station.upload(`${name}.bin`, content)),
        );
        expect(answers.map(({ status }) => status).sort()).toEqual([201, 507, 507]);
        const files = Object.values(await listFiles(station));
        expect(files).toMatchObject([{ size: content.length }]);
        await station.get(`/api/v1/files/${files[0]?.id}`, { method: 'DELETE' });
        expect(await readdir(cardDir)).toEqual([]);
        await expect.poll(() => freeBytes(cardDir)).toBeGreaterThan(content.length);
      }
    });
  });
}
