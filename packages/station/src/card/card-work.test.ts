import { writeFileSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openDatabase, silentLogger, systemClock } from '@stationery/core';
import { Random, temporaryFolder } from '@stationery/core/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { listingPresenter } from '../routes/listing-presenter.ts';
import { FilesTable, type StoredFile } from '../store/files-table.ts';
import { migrations } from '../store/schema.ts';
import { Card } from './card.ts';
import { CardFolder, type ChangeReports, type FolderState } from './card-folder.ts';
import type { DiskKey } from './card-scan.ts';
import { FileBlocks } from './file-blocks.ts';
import { receiveFile } from './upload/receive-file.ts';

/** Counts file system calls and can report a different kind of file system. */
class CountingFolder extends CardFolder {
  readings = 0;
  asked = 0;
  watching: ChangeReports | undefined;

  override async inspect(): Promise<FolderState> {
    const state = await super.inspect();
    return { ...state, watching: this.watching ?? state.watching };
  }

  override names(): Promise<Set<DiskKey>> {
    this.readings++;
    return super.names();
  }

  override facts(names: Iterable<DiskKey>) {
    const asked = [...names];
    this.asked += asked.length;
    return super.facts(asked);
  }
}

const fileCount = 800;

async function cardWithFiles(watching?: ChangeReports) {
  const folder = await temporaryFolder();
  const cardDir = join(folder, 'card');
  await mkdir(cardDir);
  for (let at = 0; at < fileCount; at++) writeFileSync(join(cardDir, `song ${at}.mp3`), '');
  const opened = openDatabase({ folder: join(folder, 'data'), owner: 'station', migrations });
  const counting = new CountingFolder(cardDir, 'no', {
    wasMounted: () => false,
    rememberMounted: () => undefined,
  });
  counting.watching = watching;
  const card = new Card({
    folder: counting,
    files: new FilesTable(opened.database),
    clock: systemClock,
    log: silentLogger,
    onChange: () => undefined,
    onState: () => undefined,
  });
  onTestFinished(async () => {
    await card.close();
    opened.close();
  });
  const names = async () => (await card.list()).blocks.flat().map(({ name }) => name);
  expect(await names()).toHaveLength(fileCount);
  counting.readings = 0;
  counting.asked = 0;
  const rows = () => (opened.database.prepare('SELECT total_changes() AS n').get() as { n: number }).n;
  return { card, cardDir, counting, names, rows };
}

async function* body(filename: string) {
  yield Buffer.from(JSON.stringify({ data: { type: 'file', filename, encoded: 'AAAA' } }));
}

const upload = (card: Card, filename: string) =>
  receiveFile(card, { chunks: body(filename), contentLength: undefined, limitBytes: 1000 });

describe('work on a card with many files', () => {
  it.each<ChangeReports>(['exactly', 'by any name'])(
    'depends only on the number of uploads and deletions (reported %s)',
    async (watching) => {
      const { card, counting, names, rows } = await cardWithFiles(watching);
      const before = rows();
      for (let at = 0; at < 10; at++) await upload(card, `new ${at}.mp3`);
      for (let at = 0; at < 5; at++) await card.remove(((await card.find(`NEW ${at}.mp3`)) as StoredFile).id);
      expect(await names()).toHaveLength(fileCount + 5);
      expect(counting.readings).toBe(0);
      // The station checks each changed name after its own change, and again when the kernel reports that
      // change.
      expect(counting.asked).toBeLessThanOrEqual(15 * 4);
      // One row per change, and two writes of the note per deletion.
      expect(rows() - before).toBe(15 + 2 * 5);
    },
  );

  it('depends only on the number of changes made by other programs', async () => {
    const { cardDir, counting, names } = await cardWithFiles('exactly');
    await writeFile(join(cardDir, 'theirs.mp3'), 'x');
    await rm(join(cardDir, 'song 7.mp3'));
    await rename(join(cardDir, 'song 8.mp3'), join(cardDir, 'Song 8.mp3'));
    await writeFile(join(cardDir, 'song 9.mp3'), 'longer');
    const listed = await names();
    expect(listed).toHaveLength(fileCount);
    expect(listed).not.toContain('song 8.mp3');
    expect(listed.slice(-2).sort()).toEqual(['Song 8.mp3', 'theirs.mp3']);
    expect(counting.readings).toBe(0);
    expect(counting.asked).toBeLessThanOrEqual(20);
  });

  it('reads the whole folder only if a name may have different spellings or reports are incomplete', async () => {
    for (const watching of ['by any name', 'in part'] as const) {
      const { cardDir, counting, names } = await cardWithFiles(watching);
      await rename(join(cardDir, 'song 8.mp3'), join(cardDir, 'Song 8.mp3'));
      expect(await names()).toContain('Song 8.mp3');
      expect(counting.readings).toBeGreaterThan(0);
      expect(counting.asked).toBeLessThan(20);
    }
  });
});

describe('listing a hundred thousand files', () => {
  const file = (id: number): StoredFile => ({
    id,
    diskName: Buffer.from(`song ${id}.mp3`),
    name: `song ${id} “live”.mp3`,
    sizeBytes: id,
    modifiedNs: 0n,
    mediaType: undefined,
  });

  it('rebuilds only the blocks with a changed file', async () => {
    const files = new FileBlocks();
    for (let id = 1; id <= 100_000; id++) files.put(file(id));
    const present = listingPresenter('/x', () => true);
    const list = () => present({ sizeBytes: 1, freeBytes: 1, blocks: files.all });
    const first = { ...(await list()) };
    expect(JSON.parse(Buffer.concat(first.pieces).toString()).included).toHaveLength(100_000);
    expect(Math.max(...first.pieces.map(({ length }) => length))).toBeLessThan(64 * 1024);
    const known = new Set(first.pieces);
    // The second request builds the listing, which is then kept.
    const again = await list();
    expect([again.pieces.length, again.pieces[0]?.length, again.etag]).toEqual([
      1,
      first.sizeBytes,
      first.etag,
    ]);
    expect((await list()).pieces[0]).toBe(again.pieces[0]);

    files.put(file(100_001));
    files.remove(50_000);
    files.put({ ...file(70_000), sizeBytes: 7 });
    const second = await list();
    // At most 11 new pieces: three changed blocks in both lists, the start of each list, and three
    // pieces around the blocks.
    expect(second.pieces.filter((piece) => !known.has(piece)).length).toBeLessThanOrEqual(11);
    expect(second.etag).not.toBe(first.etag);
    const { data, included } = JSON.parse(Buffer.concat(second.pieces).toString());
    expect(included.map(({ id }: { id: number }) => id)).toEqual(
      data.files.map(({ id }: { id: number }) => id),
    );
    expect(included[69_998]).toEqual({
      id: 70_000,
      type: 'file',
      attributes: { filename: 'song 70000 “live”.mp3', size: '7' },
    });
  });

  it('lists every file once and in order after random changes', () => {
    const random = new Random(11);
    const files = new FileBlocks();
    const expected = new Map<number, StoredFile>();
    for (let round = 0; round < 30_000; round++) {
      const id = random.below(4_000);
      if (random.next() < (round < 15_000 ? 0.3 : 0.7)) {
        files.remove(id);
        expected.delete(id);
      } else {
        const put = file(id);
        files.put(put);
        expected.set(id, put);
      }
    }
    expect(files.all.flat()).toEqual([...expected.values()].sort((a, b) => a.id - b.id));
    expect(files.all.length).toBeLessThan(40);
  });
});
