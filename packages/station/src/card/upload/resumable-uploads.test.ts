import { randomBytes } from 'node:crypto';
import { link, readdir, readFile, rename, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createLogger, openDatabase, silentLogger, systemClock } from '@stationery/core';
import { ManualClock, temporaryFolder } from '@stationery/core/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { FilesTable } from '../../store/files-table.ts';
import { migrations } from '../../store/schema.ts';
import { UploadsTable } from '../../store/uploads-table.ts';
import { Card } from '../card.ts';
import { CardFolder } from '../card-folder.ts';
import { ResumableUploads } from './resumable-uploads.ts';

const hourMs = 3_600_000;

async function uploadsOnCard() {
  const cardDir = await temporaryFolder();
  const clock = new ManualClock();
  const { database, close } = openDatabase({ folder: await temporaryFolder(), owner: 'station', migrations });
  const memory = { wasMounted: () => false, rememberMounted: () => undefined };
  const table = new UploadsTable(database);
  const lines: { msg: string }[] = [];
  const start = () => {
    const uploads: ResumableUploads = new ResumableUploads({
      table,
      clock,
      log: createLogger({ level: 'warn', stream: { write: (line) => lines.push(JSON.parse(line)) } }),
      limitBytes: 1_000_000,
      card: () => card,
    });
    const card: Card = new Card({
      folder: new CardFolder(cardDir, 'no', memory),
      files: new FilesTable(database),
      unfinished: uploads,
      clock: systemClock,
      log: silentLogger,
      onChange: () => undefined,
      onState: () => undefined,
    });
    return { uploads, card };
  };
  onTestFinished(close);
  const { uploads, card } = start();
  const begin = (filename: string, sizeBytes = 10) =>
    uploads.create({ filename, sizeBytes, mediaType: undefined, metadata: {}, replaces: undefined });
  const temporary = (id: string) => join(cardDir, `.stationery-upload-${id}`);
  return { cardDir, clock, table, database, lines, uploads, card, begin, temporary, start };
}

async function* bytes(...pieces: (string | Buffer | Error)[]) {
  for (const piece of pieces) {
    if (piece instanceof Error) throw piece;
    yield Buffer.from(piece);
  }
}

describe('resumable uploads', () => {
  it('expire after a day, or after an hour if space is needed', async () => {
    const { uploads, begin, clock, card, cardDir } = await uploadsOnCard();
    uploads.start();
    onTestFinished(() => uploads.close());
    const [left, continued] = [await begin('left.mp3'), await begin('continued.mp3')];
    await clock.advance(23 * hourMs);
    await uploads.append(continued.id, 0, bytes('12345'));
    await clock.advance(hourMs);
    await expect.poll(() => readdir(cardDir)).toEqual([`.stationery-upload-${continued.id}`]);
    await expect(uploads.get(left.id)).rejects.toMatchObject({ code: 'unknown-upload' });
    expect((await uploads.list()).map(({ storedBytes }) => storedBytes)).toEqual([5]);
    expect(await card.makeRoom()).toBe(true);
    expect(await readdir(cardDir)).toEqual([]);
    await begin('new.mp3');
    expect(await card.makeRoom()).toBe(false);
  });

  it('stay and are reported while the database cannot be written', async () => {
    const { uploads, begin, clock, database, lines } = await uploadsOnCard();
    uploads.start();
    onTestFinished(() => uploads.close());
    const { id } = await begin('left.mp3');
    // Make each write to the database fail, as on a full disk.
    database.exec('PRAGMA query_only = ON');
    await clock.advance(hourMs / 2);
    await expect.poll(() => lines.map(({ msg }) => msg)).toContain('old uploads not removed');
    database.exec('PRAGMA query_only = OFF');
    expect(await uploads.get(id)).toMatchObject({ storedBytes: 0 });
  });

  it('are limited to a hundred', async () => {
    const { begin, cardDir, uploads } = await uploadsOnCard();
    for (let at = 0; at < 102; at++) await begin(`${at}.mp3`);
    expect(await readdir(cardDir)).toHaveLength(100);
    expect((await uploads.list()).map(({ filename }) => filename)).not.toContain('1.mp3');
  });

  it('keep the bytes received before an error', async () => {
    const { uploads, begin } = await uploadsOnCard();
    const { id } = await begin('a.mp3');
    const cut = new Error('cut');
    await expect(uploads.append(id, 0, bytes('123', '4', cut))).rejects.toBe(cut);
    expect(await uploads.get(id)).toMatchObject({ storedBytes: 4, fileId: undefined });
  });

  it('resume only on the same card', async () => {
    const { uploads, begin, cardDir } = await uploadsOnCard();
    const { id } = await begin('a.mp3');
    await uploads.append(id, 0, bytes('1234'));
    await rename(cardDir, `${cardDir}-out`);
    await expect(uploads.append(id, 4, bytes('567890'))).rejects.toMatchObject({ code: 'card-missing' });
    await rename(await temporaryFolder(), cardDir);
    await expect(uploads.get(id)).rejects.toMatchObject({ code: 'unknown-upload' });
    await rename(cardDir, await temporaryFolder());
    await rename(`${cardDir}-out`, cardDir);
    expect(await uploads.append(id, 4, bytes('567890'))).toMatchObject({ fileId: 1 });
    expect(await readFile(join(cardDir, 'a.mp3'), 'utf8')).toBe('1234567890');
  });

  it.each([
    ['fewer bytes than the database says', async (path: string) => truncate(path, 3), 3],
    ['more bytes than the database says', async (path: string) => writeFile(path, '12345xxxxx'), 5],
  ])('continue after a power cut that left %s', async (_, damage, offset) => {
    const { uploads, begin, cardDir, temporary } = await uploadsOnCard();
    const { id } = await begin('a.mp3');
    await uploads.append(id, 0, bytes('12345'));
    await damage(temporary(id));
    expect((await uploads.get(id)).storedBytes).toBe(offset);
    await uploads.append(id, offset, bytes('1234567890'.slice(offset)));
    expect(await readFile(join(cardDir, 'a.mp3'), 'utf8')).toBe('1234567890');
  });

  it.each([
    ['before the file had its name', async () => undefined],
    ['after the file had its name', (from: string, to: string) => rename(from, to)],
    ['while the file had both names', (from: string, to: string) => link(from, to)],
  ])('are finished if they were complete when the station ended %s', async (_, step) => {
    const { begin, cardDir, table, temporary, start, card: first } = await uploadsOnCard();
    const { id } = await begin('a.mp3');
    await writeFile(temporary(id), '1234567890');
    table.stored(id, 10);
    await first.close();
    await step(temporary(id), join(cardDir, 'a.mp3'));
    const { uploads, card } = start();
    expect(await uploads.get(id)).toMatchObject({ fileId: expect.any(Number), storedBytes: 10 });
    expect(await readdir(cardDir)).toEqual(['a.mp3']);
    expect(await card.find('a.mp3')).toMatchObject({ sizeBytes: 10 });
  });

  it('survive the removal of left-overs, unlike other temporary files', async () => {
    const { begin, cardDir, temporary, start, card: first } = await uploadsOnCard();
    const { id } = await begin('a.mp3');
    await writeFile(temporary('0123456789abcdef'), randomBytes(100));
    await first.close();
    await start().card.refresh();
    expect(await readdir(cardDir)).toEqual([`.stationery-upload-${id}`]);
  });
});
