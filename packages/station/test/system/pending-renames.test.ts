import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { mountTmpfs, needsMounts, remount } from '@stationery/core/testing';
import { describe, expect, it } from 'vitest';
import { Staging } from '../../src/collection/carried/staging.ts';
import { fatCard } from '../support/fat-card.ts';

const mounts = needsMounts();

const song = Buffer.from('song.mp3');

describe('a card with multi-step renames', () => {
  it('has no pending renames after an upload and a replacement', async () => {
    const { cardDir, files, start, received } = await fatCard();
    const card = await start();
    const temporary = received('one');
    const added = await card.uploading(temporary.name, () =>
      card.adopt(temporary.path, 'song.mp3', undefined),
    );
    expect(files.pendingRenames()).toEqual([]);
    const other = received('another');
    await card.uploading(other.name, () => card.replace(other.path, added));
    expect(files.pendingRenames()).toEqual([]);
    expect(readdirSync(cardDir)).toEqual(['song.mp3']);
    expect(readFileSync(join(cardDir, 'song.mp3'), 'utf8')).toBe('another');
  });

  it('has no empty file after a power cut during an upload', async () => {
    const { cardDir, files, start, received } = await fatCard();
    const { name } = received('whole');
    writeFileSync(join(cardDir, 'song.mp3'), '');
    files.addPendingRename({ diskName: song, temporaryName: name, sizeBytes: 5, isNew: true });
    const card = await start();
    expect((await card.list()).blocks.length).toBe(0);
    expect(readdirSync(cardDir)).toEqual([]);
    expect(files.pendingRenames()).toEqual([]);
  });

  it('has the new content under the same id after a power cut during a replacement', async () => {
    const { cardDir, files, start, received } = await fatCard();
    writeFileSync(join(cardDir, 'song.mp3'), 'old');
    const { id } = (await (await start()).find('song.mp3'))!;
    const { name } = received('whole');
    writeFileSync(join(cardDir, 'song.mp3'), '');
    files.addPendingRename({ diskName: song, temporaryName: name, sizeBytes: 5, isNew: false });
    const card = await start();
    expect(await card.find('song.mp3')).toMatchObject({ id, sizeBytes: 5 });
    expect(readdirSync(cardDir)).toEqual(['song.mp3']);
    expect(readFileSync(join(cardDir, 'song.mp3'), 'utf8')).toBe('whole');
  });

  it('keeps two names that may share content until a repair separates them', async () => {
    const { cardDir, files, start, received } = await fatCard();
    const { name } = received('whole');
    writeFileSync(join(cardDir, 'song.mp3'), 'whole');
    files.addPendingRename({ diskName: song, temporaryName: name, sizeBytes: 5, isNew: true });
    const card = await start();
    expect(await card.find('song.mp3')).toMatchObject({ sizeBytes: 5 });
    expect(readdirSync(cardDir).sort()).toEqual([name, 'song.mp3']);
  });

  it('keeps files of a collection while two names may share content', async () => {
    const { cardDir, files, start } = await fatCard();
    const [staged, part] = ['.stationery-collection-a', '.stationery-collection-b.part'];
    const names = ['song.mp3', staged, '.stationery-collection-b', part, '.stationery-collection-c'];
    for (const name of names) writeFileSync(join(cardDir, name), 'whole');
    const note = { sizeBytes: 5, isNew: true };
    files.addPendingRename({ ...note, diskName: song, temporaryName: staged });
    files.addPendingRename({
      ...note,
      diskName: Buffer.from('.stationery-collection-b'),
      temporaryName: part,
    });
    const card = await start();
    await new Staging(card).removeOthers(new Set());
    expect(readdirSync(cardDir).sort()).toEqual(names.slice(0, 4).sort());
  });

  it('has the new content if it is removed during a replacement', async () => {
    const { cardDir, folder, files, start, received } = await fatCard();
    writeFileSync(join(cardDir, 'song.mp3'), 'old');
    const card = await start();
    const old = (await card.find('song.mp3'))!;
    const { name, path } = received('whole');
    folder.isPulledOut = true;
    await expect(card.uploading(name, () => card.replace(path, old))).rejects.toThrow('cannot be read');
    // Give the card the content that it has after a repair.
    writeFileSync(path, 'whole');
    writeFileSync(join(cardDir, 'song.mp3'), '');
    folder.isPulledOut = false;
    const again = await start();
    expect(await again.find('song.mp3')).toMatchObject({ id: old.id, sizeBytes: 5 });
    expect(files.pendingRenames()).toEqual([]);
  });

  it('has no pending renames after a rejection', async () => {
    const { cardDir, files, start, received } = await fatCard();
    const card = await start();
    const { name, path } = received('whole');
    mkdirSync(join(cardDir, 'song.mp3'));
    await expect(card.uploading(name, () => card.adopt(path, 'song.mp3', undefined))).rejects.toThrow(
      'The card already has something with this name',
    );
    expect(files.pendingRenames()).toEqual([]);
  });

  it('keeps pending renames after the next upload', async () => {
    const { cardDir, files, start, received } = await fatCard();
    const { name } = received('whole');
    writeFileSync(join(cardDir, 'song.mp3'), 'whole');
    files.addPendingRename({ diskName: song, temporaryName: name, sizeBytes: 5, isNew: true });
    const card = await start();
    const other = received('other');
    await card.uploading(other.name, () => card.adopt(other.path, 'other.mp3', undefined));
    await start();
    expect(readdirSync(cardDir).sort()).toEqual([name, 'other.mp3', 'song.mp3']);
  });

  it('keeps pending renames while a different card is in', async () => {
    const { cardDir, files, start, received } = await fatCard();
    const { name, path } = received('whole');
    rmSync(path);
    files.addPendingRename({ diskName: song, temporaryName: name, sizeBytes: 5, isNew: false });
    await start();
    writeFileSync(path, 'whole');
    writeFileSync(join(cardDir, 'song.mp3'), '');
    await start();
    expect(readFileSync(join(cardDir, 'song.mp3'), 'utf8')).toBe('whole');
  });

  it.skipIf(!mounts.run)(`is listed even if it returns read-only (${mounts.label})`, async () => {
    const { cardDir, files, start, received } = await fatCard();
    mountTmpfs(cardDir, 1024 * 1024);
    const { name } = received('whole');
    writeFileSync(join(cardDir, 'song.mp3'), '');
    files.addPendingRename({ diskName: song, temporaryName: name, sizeBytes: 5, isNew: true });
    remount(cardDir, 'ro');
    const card = await start();
    expect(card.state).toMatchObject({ state: 'present', readOnly: 'mounted' });
    remount(cardDir, 'rw');
    await start();
    expect(readdirSync(cardDir)).toEqual([]);
    expect(files.pendingRenames()).toEqual([]);
  });

  it.skipIf(!mounts.run)(
    `is listed if it returns read-only during a rename, which is completed once writable (${mounts.label})`,
    async () => {
      const { cardDir, files, start } = await fatCard();
      mountTmpfs(cardDir, 1024 * 1024);
      writeFileSync(join(cardDir, 'song.mp3'), 'roar');
      await (await start()).close();
      const bytes = { from: song, via: undefined, to: Buffer.from('Tiger.mp3') };
      files.changeNotes.add({ id: 1, ...bytes, sizeBytes: 4 });
      writeFileSync(join(cardDir, 'Tiger.mp3'), '');
      remount(cardDir, 'ro');
      expect((await start()).state).toMatchObject({ state: 'present', readOnly: 'mounted' });
      remount(cardDir, 'rw');
      await start();
      expect(readdirSync(cardDir)).toEqual(['song.mp3']);
      expect(files.changeNotes.all()).toEqual([]);
    },
  );
});
