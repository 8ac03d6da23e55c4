import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { fatCard } from '../../test/support/fat-card.ts';

const writtenAt = new Date('2026-01-01');

async function cardWithBoundSong() {
  const parts = await fatCard();
  const song = join(parts.cardDir, 'Lion song.mp3');
  writeFileSync(song, 'roar');
  utimesSync(song, writtenAt, writtenAt);
  const card = await parts.start();
  const { id } = (await card.find('Lion song.mp3'))!;
  parts.tags.add('0x00112233', 'mifare');
  parts.tags.setFiles(1, [id]);
  const bound = () => parts.tags.files(1).map(({ name, isPresent }) => [name, isPresent]);
  return { ...parts, card, id, bound };
}

describe('renaming a file on FAT', () => {
  it.each(['lion song.mp3', 'LION SONG.MP3', 'LIONSO~1.MP3', 'Tiger.mp3'])(
    'stores the name %s, and a replacement keeps id and tag',
    async (name) => {
      const { cardDir, card, files, id, bound, received } = await cardWithBoundSong();
      expect(await card.rename(id, name, '')).toMatchObject({ id, name });
      expect(readdirSync(cardDir)).toEqual([name]);
      const { name: temporaryName, path } = received('louder');
      const renamed = await card.get(id);
      await card.uploading(temporaryName, () => card.replace(path, renamed));
      expect(readFileSync(join(cardDir, name), 'utf8')).toBe('louder');
      expect(await card.find(name)).toMatchObject({ id, sizeBytes: 6 });
      expect(bound()).toEqual([[name, true]]);
      expect(files.changeNotes.all()).toEqual([]);
    },
  );

  it('reports the name that the card has stored', async () => {
    const { card, folder, id } = await cardWithBoundSong();
    // The folder lists the name as a mount with `shortname=lower` would.
    folder.names = async () => new Set(['tiger.mp3']);
    expect(await card.rename(id, 'TIGER.MP3', '')).toMatchObject({ id, name: 'tiger.mp3' });
  });

  it.each([
    ['still lists the old name', ['Lion song.mp3'], 'stores this name as “Lion song.mp3”'],
    ['lists neither name', [], 'the card does not list the new name'],
  ])('fails if the card %s', async (_, names, message) => {
    const { card, folder, id } = await cardWithBoundSong();
    folder.names = async () => new Set(names);
    await expect(card.rename(id, 'lion song.mp3', '')).rejects.toThrow(message);
  });

  it('rejects the short name of a different file and changes nothing', async () => {
    const { cardDir, card, files, id } = await cardWithBoundSong();
    writeFileSync(join(cardDir, 'Elephants.mp3'), 'trumpet');
    await expect(card.rename(id, 'ELEPHA~1.MP3', '')).rejects.toMatchObject({ code: 'name-taken' });
    expect(readdirSync(cardDir).sort()).toEqual(['Elephants.mp3', 'Lion song.mp3']);
    expect(files.changeNotes.all()).toEqual([]);
  });

  it('completes a rename that failed between its two steps', async () => {
    const { cardDir, card, folder, files, id, bound } = await cardWithBoundSong();
    folder.onRenamed = () => {
      throw Object.assign(new Error('EIO: i/o error, fsync'), { code: 'EIO' });
    };
    await expect(card.rename(id, 'lion song.mp3', '')).rejects.toMatchObject({ code: 'card-failed' });
    expect(readdirSync(cardDir)).toEqual([expect.stringMatching(/^renaming-[0-9a-f]{8}\.mp3$/)]);
    folder.onRenamed = () => undefined;
    expect(await card.find('lion song.mp3')).toMatchObject({ id });
    expect(readdirSync(cardDir)).toEqual(['lion song.mp3']);
    expect(bound()).toEqual([['lion song.mp3', true]]);
    expect(files.changeNotes.all()).toEqual([]);
  });
});

const [from, via, to] = ['Lion song.mp3', 'renaming-00112233.mp3', 'lion song.mp3'];

describe('recovery from a crash during a rename', () => {
  it.each([
    ['before anything was done', { [from]: 'roar' }, from],
    ['when the intermediate name was made', { [from]: 'roar', [via]: '' }, from],
    ['when a repair gave the content to the intermediate name', { [from]: '', [via]: 'roar' }, to],
    ['between its two steps', { [via]: 'roar' }, to],
    ['when the new name was made', { [via]: 'roar', [to]: '' }, to],
    ['when a repair gave the content to the new name', { [via]: '', [to]: 'roar' }, to],
    ['after the rename', { [to]: 'roar' }, to],
  ])('keeps one name and the tag after a crash %s', async (_, names, expected) => {
    const { cardDir, card, folder, files, id, bound, start } = await cardWithBoundSong();
    await card.close();
    const bytes = { from: Buffer.from(from), via: Buffer.from(via), to: Buffer.from(to) };
    files.changeNotes.add({ id, ...bytes, sizeBytes: 4 });
    // Find files by their exact names, because a repaired card has both entries.
    folder.pathOf = (name) => Buffer.from(join(cardDir, name.toString()));
    rmSync(join(cardDir, from));
    for (const [name, content] of Object.entries(names)) {
      writeFileSync(join(cardDir, name), content);
      utimesSync(join(cardDir, name), writtenAt, writtenAt);
    }
    const again = await start();
    expect(readdirSync(cardDir)).toEqual([expected]);
    expect(readFileSync(join(cardDir, expected), 'utf8')).toBe('roar');
    expect(await again.find(expected)).toMatchObject({ id });
    expect(bound()).toEqual([[expected, true]]);
    expect(files.changeNotes.all()).toEqual([]);
  });

  it.each([
    ['tiger.mp3', undefined],
    [via, Buffer.from(via)],
  ])(
    'keeps id and tag on a card that lists the new name in lower case (found as %s)',
    async (found, between) => {
      const { cardDir, card, folder, files, id, bound, start } = await cardWithBoundSong();
      await card.close();
      // The folder renames like a mount with `shortname=lower`.
      folder.onRenamed = () => {
        for (const name of readdirSync(cardDir))
          renameSync(join(cardDir, name), join(cardDir, name.toLowerCase()));
      };
      renameSync(join(cardDir, from), join(cardDir, found));
      const bytes = { from: Buffer.from(from), via: between, to: Buffer.from('TIGER.mp3') };
      files.changeNotes.add({ id, ...bytes, sizeBytes: 4 });
      const again = await start();
      expect(await again.find('tiger.mp3')).toMatchObject({ id, name: 'tiger.mp3' });
      expect(bound()).toEqual([['tiger.mp3', true]]);
      expect(files.changeNotes.all()).toEqual([]);
    },
  );

  it('does not mistake a similar name of a different file for the new name', async () => {
    const { cardDir, card, folder, files, id, bound, start } = await cardWithBoundSong();
    await card.close();
    // Find files by their exact names, as on ext4, which is case-sensitive.
    folder.pathOf = (name) => Buffer.from(join(cardDir, name.toString()));
    writeFileSync(join(cardDir, 'TIGER.mp3'), '');
    const bytes = { from: Buffer.from(from), via: undefined, to: Buffer.from('tiger.mp3') };
    files.changeNotes.add({ id, ...bytes, sizeBytes: 4 });
    await start();
    expect(readdirSync(cardDir).sort()).toEqual([from, 'TIGER.mp3']);
    expect(bound()).toEqual([[from, true]]);
  });

  it('restores id and tag of a file already listed under its new name', async () => {
    const { cardDir, card, folder, files, id, bound, start } = await cardWithBoundSong();
    await card.close();
    folder.pathOf = (name) => Buffer.from(join(cardDir, name.toString()));
    // Both names have the same content, as before a repair.
    writeFileSync(join(cardDir, 'Tiger.mp3'), 'roar');
    utimesSync(join(cardDir, 'Tiger.mp3'), writtenAt, writtenAt);
    const bytes = { from: Buffer.from(from), via: undefined, to: Buffer.from('Tiger.mp3') };
    files.changeNotes.add({ id, ...bytes, sizeBytes: 4 });
    const unrepaired = await start();
    expect(await unrepaired.find('Tiger.mp3')).toMatchObject({ id: id + 1 });
    await unrepaired.close();
    writeFileSync(join(cardDir, from), '');
    const repaired = await start();
    expect(await repaired.find('Tiger.mp3')).toMatchObject({ id });
    expect(readdirSync(cardDir)).toEqual(['Tiger.mp3']);
    expect(bound()).toEqual([['Tiger.mp3', true]]);
  });
});

describe('recovery from a crash during a removal', () => {
  it.each([
    ['leaves the playlist if it is gone', true],
    ['stays in the playlist if it is still there', false],
  ])('the file %s', async (_, isGone) => {
    const { cardDir, card, files, id, bound, start, changes } = await cardWithBoundSong();
    await card.close();
    const unknownCard = { neighbours: [], cardBytes: undefined };
    files.changeNotes.add({ id, from: Buffer.from(from), to: undefined, ...unknownCard });
    if (isGone) rmSync(join(cardDir, from));
    changes.length = 0;
    await start();
    expect(bound()).toEqual(isGone ? [] : [[from, true]]);
    expect(changes).toEqual(
      isGone ? [{ kind: 'removed', file: expect.objectContaining({ id }), tagIds: [1] }] : [],
    );
    expect(files.changeNotes.all()).toEqual([]);
  });

  it('completes a removal that failed after the file was deleted', async () => {
    const { card, folder, files, id, bound } = await cardWithBoundSong();
    folder.onRenamed = () => {
      throw Object.assign(new Error('EIO: i/o error, fsync'), { code: 'EIO' });
    };
    await expect(card.remove(id)).rejects.toMatchObject({ code: 'card-failed' });
    folder.onRenamed = () => undefined;
    await card.refresh();
    expect(bound()).toEqual([]);
    expect(files.changeNotes.all()).toEqual([]);
  });

  it.each([
    ['other files', { 'Tiger.mp3': 'growl' }],
    ['no other files', {}],
  ])('keeps the file on a card with %s if a different card was in meanwhile', async (_, neighbours) => {
    const { cardDir, card, folder, files, id, bound, start } = await cardWithBoundSong();
    for (const [name, content] of Object.entries(neighbours)) {
      writeFileSync(join(cardDir, name), content);
      await expect.poll(() => card.find(name)).toBeDefined();
    }
    const [first, second] = [join(cardDir, '../first'), join(cardDir, '../second')].map(
      (path) => `${path}-${basename(cardDir)}`,
    ) as [string, string];
    onTestFinished(() => {
      for (const path of [first, second]) rmSync(path, { recursive: true, force: true });
    });
    mkdirSync(second);
    writeFileSync(join(second, 'Bear.mp3'), 'growl');
    folder.holding = async () => {
      renameSync(cardDir, first);
      throw Object.assign(new Error('EIO: i/o error, unlink'), { code: 'EIO' });
    };
    await expect(card.remove(id)).rejects.toMatchObject({ code: 'card-failed' });
    await card.close();
    renameSync(second, cardDir);
    // Start twice, because only at the second start are the files of the other card known.
    for (let round = 0; round < 2; round++) {
      const other = await start();
      expect(await other.find('Bear.mp3')).toBeDefined();
      expect(bound()).toEqual([[from, false]]);
      await other.close();
    }
    renameSync(cardDir, second);
    renameSync(first, cardDir);
    expect(await (await start()).find(from)).toMatchObject({ id });
    expect(bound()).toEqual([[from, true]]);
    expect(files.changeNotes.all()).toEqual([]);
  });

  it('treats an empty card of a different size as a different card', async () => {
    const { cardDir, card, files, id, bound, start } = await cardWithBoundSong();
    await card.close();
    files.changeNotes.add({ id, from: Buffer.from(from), to: undefined, neighbours: [], cardBytes: 1 });
    rmSync(join(cardDir, from));
    await start();
    expect(bound()).toEqual([[from, false]]);
  });

  it('completes the removal on the original card after a different card was inserted', async () => {
    const { cardDir, card, folder, files, id, bound, start } = await cardWithBoundSong();
    writeFileSync(join(cardDir, 'Tiger.mp3'), 'growl');
    await expect.poll(() => card.find('Tiger.mp3')).toBeDefined();
    const away = join(cardDir, '.Tiger.mp3');
    // Swap the card at once, because a refresh before the restart would complete the removal.
    folder.onRenamed = () => {
      renameSync(join(cardDir, 'Tiger.mp3'), away);
      throw Object.assign(new Error('EIO: i/o error, fsync'), { code: 'EIO' });
    };
    await expect(card.remove(id)).rejects.toMatchObject({ code: 'card-failed' });
    await card.close();
    folder.onRenamed = () => undefined;
    await (await start()).close();
    expect(bound()).toEqual([[from, false]]);
    renameSync(away, join(cardDir, 'Tiger.mp3'));
    await start();
    expect(bound()).toEqual([]);
    expect(files.changeNotes.all()).toEqual([]);
  });
});
