import {
  mkdir,
  mkdtemp,
  readdir,
  rename,
  rm,
  rmdir,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import {
  makeFileSystemError,
  makeImage,
  mountBound,
  mountImage,
  mountTmpfs,
  needsImages,
  needsMounts,
  pullOut,
  remount,
  repairImage,
  temporaryFolder,
  unmount,
} from '@stationery/core/testing';
import { describe, expect, it } from 'vitest';
import { eventLog } from '../support/event-log.ts';
import { addTag, listFiles, listTags, startTestStation, type TestStation } from '../support/test-station.ts';

const mounts = needsMounts();
const images = needsImages();
const MiB = 1024 * 1024;

const listingStatus = async (station: TestStation) => (await station.get('/api/v1/sdcard')).status;

async function bind(station: TestStation, tag: number, filename: string | null): Promise<number> {
  const data = { id: tag, type: 'tag', attributes: { filename } };
  return (await station.send('PATCH', `/api/v1/tags/${tag}`, { data })).status;
}

async function boundTo(station: TestStation): Promise<(string | null)[]> {
  return (await listTags(station)).map(({ attributes }) => attributes.filename);
}

/** Returns the statuses of all requests that need the card. */
async function statuses(station: TestStation, id: number, tag: number): Promise<Record<string, number>> {
  return {
    list: await listingStatus(station),
    upload: (await station.upload('new.txt', 'new')).status,
    content: (await station.get(`/api/v1/files/${id}/content`)).status,
    remove: (await station.get(`/api/v1/files/${id}`, { method: 'DELETE' })).status,
    bind: await bind(station, tag, 'a.txt'),
    tags: (await station.get('/api/v1/tags')).status,
  };
}

const withoutCard = { list: 503, upload: 503, content: 503, remove: 503, bind: 503, tags: 200 };

async function stationWithBoundFile(env: Record<string, string> = {}, folder?: string) {
  const station = await startTestStation({ env, ...(folder === undefined ? {} : { folder }) });
  await station.upload('a.txt', 'first');
  const tag = await addTag(station, '0x04A2245A6B2C80');
  expect(await bind(station, tag, 'a.txt')).toBe(200);
  const id = (await listFiles(station))['a.txt']?.id as number;
  return { station, tag, id };
}

describe('a card that is a plain folder', () => {
  it('is missing while the folder is gone, and works again when it is back', async () => {
    const { station, tag, id } = await stationWithBoundFile();
    const away = join(station.folder, 'away');
    for (let round = 0; round < 3; round++) {
      await rename(station.cardDir, away);
      expect(await statuses(station, id, tag)).toEqual(withoutCard);
      expect(await boundTo(station)).toEqual(['a.txt']);
      await rename(away, station.cardDir);
      expect(await listFiles(station)).toEqual({ 'a.txt': { id, size: 5 } });
      expect(await (await station.get(`/api/v1/files/${id}/content`)).text()).toBe('first');
    }
    expect((await station.upload('b.txt', 'b')).status).toBe(201);
  });

  it('is missing if a file or a symlink loop took its place', async () => {
    const { station, tag, id } = await stationWithBoundFile();
    const away = join(station.folder, 'away');
    await rename(station.cardDir, away);
    await writeFile(station.cardDir, 'no folder');
    expect(await statuses(station, id, tag)).toEqual(withoutCard);
    await rm(station.cardDir);
    await symlink(station.cardDir, station.cardDir);
    expect(await statuses(station, id, tag)).toEqual(withoutCard);
    await rm(station.cardDir);
    await rename(away, station.cardDir);
    expect(await listFiles(station)).toEqual({ 'a.txt': { id, size: 5 } });
  });

  it('forgets its files if it is recreated between two scans, even with the same inode number', async () => {
    const { station } = await stationWithBoundFile();
    for (let round = 0; round < 20; round++) {
      await writeFile(join(station.cardDir, 'a.txt'), `round ${round}`);
      expect(Object.keys(await listFiles(station))).toEqual(['a.txt']);
      await rm(station.cardDir, { recursive: true });
      await mkdir(station.cardDir);
      await writeFile(join(station.cardDir, `b${round}.txt`), '');
      expect(Object.keys(await listFiles(station))).toEqual([`b${round}.txt`]);
      await rm(join(station.cardDir, `b${round}.txt`));
    }
  });

  it('is reported in the event stream when it is removed or returns, even without a request', async () => {
    const { station } = await stationWithBoundFile();
    const events = await eventLog(station.url);
    const away = join(station.folder, 'away');
    await rename(station.cardDir, away);
    await expect
      .poll(() => events.of('card'))
      .toEqual([
        { state: 'missing', reason: expect.stringContaining('There is no card'), code: 'card-missing' },
      ]);
    await rename(away, station.cardDir);
    await expect.poll(() => events.of('card').at(-1)).toMatchObject({ state: 'present', files: 1 });
    expect(events.of('file.removed')).toEqual([]);
    expect(events.of('tag.changed')).toEqual([]);
  });

  it('is used when it appears after the start', async () => {
    const folder = await temporaryFolder();
    const cardDir = join(folder, 'later');
    const station = await startTestStation({ env: { STATION_CARD_DIR: cardDir } });
    expect(await listingStatus(station)).toBe(503);
    await mkdir(cardDir);
    expect((await station.upload('a.txt', 'a')).status).toBe(201);
  });
});

describe.skipIf(!mounts.run)(`a card that is mounted (${mounts.label})`, () => {
  async function mountedStation() {
    const folder = await temporaryFolder();
    const cardDir = join(folder, 'mnt');
    const first = join(folder, 'first');
    await mkdir(cardDir);
    mountTmpfs(first, MiB);
    mountBound(first, cardDir);
    const started = await stationWithBoundFile({ STATION_CARD_DIR: cardDir }, folder);
    return { ...started, folder, cardDir, first };
  }

  it('is missing once it is removed, and the remaining folder is not taken for an empty card', async () => {
    const { station, tag, id, cardDir, first } = await mountedStation();
    for (let round = 0; round < 3; round++) {
      unmount(cardDir);
      expect(await statuses(station, id, tag)).toEqual(withoutCard);
      expect(await readdir(cardDir)).toEqual([]);
      expect(await boundTo(station)).toEqual(['a.txt']);
      mountBound(first, cardDir);
      expect(await listFiles(station)).toEqual({ 'a.txt': { id, size: 5 } });
    }
  });

  it('is missing if the station starts without it, and recognised when inserted', async () => {
    const { station, tag, id, cardDir, first, folder } = await mountedStation();
    await station.stop();
    unmount(cardDir);
    const again = await startTestStation({ folder, env: { STATION_CARD_DIR: cardDir } });
    expect(await statuses(again, id, tag)).toEqual(withoutCard);
    expect(await boundTo(again)).toEqual(['a.txt']);
    mountBound(first, cardDir);
    expect(await listFiles(again)).toEqual({ 'a.txt': { id, size: 5 } });
    expect(await boundTo(again)).toEqual(['a.txt']);
  });

  it('restores ids and tags of its files after a different card was in', async () => {
    const { station, tag, id, cardDir, first, folder } = await mountedStation();
    const second = join(folder, 'second');
    mountTmpfs(second, MiB);
    const swap = async (from: string, look: boolean) => {
      unmount(cardDir);
      if (look) expect(await listingStatus(station)).toBe(503);
      mountBound(from, cardDir);
    };
    for (const look of [true, false]) {
      await swap(second, look);
      expect(Object.keys(await listFiles(station))).not.toContain('a.txt');
      expect(await boundTo(station)).toEqual([null]);
      expect((await station.upload(`b ${look}.txt`, 'second')).status).toBe(201);
      await swap(first, look);
      expect(await listFiles(station)).toEqual({ 'a.txt': { id, size: 5 } });
      expect(await boundTo(station)).toEqual(['a.txt']);
    }
    expect(await bind(station, tag, null)).toBe(200);
  });

  it('restores ids and tags after it was swapped with a card that has a file of the same name', async () => {
    const { station, id, cardDir, first, folder } = await mountedStation();
    const second = join(folder, 'second');
    mountTmpfs(second, MiB);
    unmount(cardDir);
    mountBound(second, cardDir);
    expect(await listFiles(station)).toEqual({});
    expect((await station.upload('a.txt', 'the second')).status).toBe(201);
    const other = (await listFiles(station))['a.txt']?.id as number;
    expect(other).toBeGreaterThan(id);

    for (let round = 0; round < 2; round++) {
      unmount(cardDir);
      mountBound(first, cardDir);
      expect(await listFiles(station)).toEqual({ 'a.txt': { id, size: 5 } });
      expect(await boundTo(station)).toEqual(['a.txt']);
      unmount(cardDir);
      mountBound(second, cardDir);
      expect(await listFiles(station)).toEqual({ 'a.txt': { id: other, size: 10 } });
      expect(await boundTo(station)).toEqual([null]);
    }
  });

  it('is read again after an unnoticed reinsertion under the same device number', async () => {
    const { station, cardDir } = await mountedStation();
    unmount(cardDir);
    for (let round = 0; round < 10; round++) {
      mountTmpfs(cardDir, MiB);
      await writeFile(join(cardDir, `${round}.txt`), '');
      expect(Object.keys(await listFiles(station))).toEqual([`${round}.txt`]);
      unmount(cardDir);
    }
  });

  it('can be read if read-only, rejects writes, and is reported without a request', async () => {
    const folder = await temporaryFolder();
    const cardDir = join(folder, 'mnt');
    mountTmpfs(cardDir, MiB);
    const { station, tag, id } = await stationWithBoundFile({ STATION_CARD_DIR: cardDir }, folder);
    remount(cardDir, 'ro');
    expect(await statuses(station, id, tag)).toEqual({
      list: 200,
      upload: 503,
      content: 200,
      remove: 503,
      bind: 200,
      tags: 200,
    });
    const refused = (await (await station.upload('b.txt', 'b')).json()) as { errors: { detail: string }[] };
    expect(refused.errors[0]?.detail).toContain('mounted read-only');
    const inEvents = async () => (await eventLog(station.url)).of('snapshot')[0]?.card;
    expect(await inEvents()).toMatchObject({
      state: 'present',
      read_only: refused.errors[0]?.detail,
      read_only_code: expect.stringMatching(/^(locked|mounted)$/),
    });
    remount(cardDir, 'rw');
    expect((await station.upload('b.txt', 'b')).status).toBe(201);
    expect(Object.keys(await listFiles(station))).toEqual(['a.txt', 'b.txt']);
    expect(await inEvents()).not.toHaveProperty('read_only');
  });

  it('is reported in the event stream when inserted and when removed', async () => {
    const { station, cardDir, first } = await mountedStation();
    const events = await eventLog(station.url);
    unmount(cardDir);
    await expect.poll(() => events.of('card').at(-1)).toMatchObject({ state: 'missing' });
    mountBound(first, cardDir);
    await expect.poll(() => events.of('card').at(-1)).toMatchObject({ state: 'present', files: 1 });
    expect(events.of('tag.changed')).toEqual([]);
  });

  it('keeps no upload that was in progress when a different card took its place', async () => {
    const { station, cardDir, folder } = await mountedStation();
    const second = join(folder, 'second');
    mountTmpfs(second, MiB);
    const pieces = new TransformStream<Uint8Array, Uint8Array>();
    const writer = pieces.writable.getWriter();
    const say = (text: string) => writer.write(Buffer.from(text));
    const answer = station.get('/api/v1/files', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: pieces.readable,
      duplex: 'half',
    } as RequestInit);
    await say('{"data":{"type":"file","filename":"late.txt","encoded":"');
    await expect.poll(() => readdir(cardDir)).toContainEqual(expect.stringMatching(/^\.stationery-upload-/));
    pullOut(cardDir);
    mountBound(second, cardDir);
    expect(await listFiles(station)).toEqual({});
    await say('AAAA"}}');
    await writer.close();
    expect((await answer).status).toBe(503);
    expect(await readdir(second)).toEqual([]);
    expect(await listFiles(station)).toEqual({});
  });
});

describe.skipIf(!images.run)(`a card with a real file system (${images.label})`, () => {
  it('reports why it is read-only: a lock switch or errors of the file system', async () => {
    const folder = await temporaryFolder();
    const cardDir = join(folder, 'mnt');
    const image = join(folder, 'card.img');
    makeImage(image, 4 * MiB);
    mountImage(image, cardDir, 'errors=remount-ro');
    const { station } = await stationWithBoundFile({ STATION_CARD_DIR: cardDir }, folder);
    const whyNot = async () => {
      const answer = await station.upload('b.txt', 'b');
      const { errors } = (await answer.json()) as { errors: { title: string; detail: string }[] };
      return { status: answer.status, title: errors[0]?.title, detail: errors[0]?.detail };
    };
    const refused = { status: 503, title: 'Card read-only' };

    makeFileSystemError(cardDir);
    expect(await whyNot()).toEqual({
      ...refused,
      detail: expect.stringContaining('insert it again to have it repaired'),
    });
    unmount(cardDir);
    repairImage(image);
    mountImage(image, cardDir, 'ro');
    expect(await whyNot()).toEqual({ ...refused, detail: expect.stringContaining('move the lock') });
    unmount(cardDir);
    mountImage(image, cardDir);
    expect((await station.upload('b.txt', 'b')).status).toBe(201);
  });

  it('is read again after it was changed elsewhere unnoticed', async () => {
    const folder = await temporaryFolder();
    const cardDir = join(folder, 'mnt');
    const image = join(folder, 'card.img');
    const elsewhere = await mkdtemp(join(folder, 'laptop-'));
    makeImage(image, 4 * MiB);
    mountImage(image, cardDir);
    const { station, id } = await stationWithBoundFile({ STATION_CARD_DIR: cardDir }, folder);
    await rmdir(join(cardDir, 'lost+found'));
    expect(await listFiles(station)).toEqual({ 'a.txt': { id, size: 5 } });

    for (let round = 0; round < 5; round++) {
      unmount(cardDir);
      mountImage(image, elsewhere);
      const folderTimes = await stat(elsewhere);
      await writeFile(join(elsewhere, 'a.txt'), 'x'.repeat(100 + round));
      await utimes(elsewhere, folderTimes.atime, folderTimes.mtime);
      unmount(elsewhere);
      mountImage(image, cardDir);
      expect(await listFiles(station)).toEqual({ 'a.txt': { id, size: 100 + round } });
      expect(await boundTo(station)).toEqual(['a.txt']);
    }
  });
});
