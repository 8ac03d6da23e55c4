import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase, silentLogger } from '@stationery/core';
import { temporaryFolder } from '@stationery/core/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { FilesTable } from '../store/files-table.ts';
import { migrations } from '../store/migrations.ts';
import { Card } from './card.ts';
import { CardFolder, type FolderState } from './card-folder.ts';
import { temporaryName } from './upload/temporary-name.ts';

/** A card of FAT, as far as renames go. */
class FatFolder extends CardFolder {
  override async inspect(): Promise<FolderState> {
    return { ...(await super.inspect()), renamesInSteps: true };
  }
}

async function fatCard() {
  const [cardDir, dataDir] = [await temporaryFolder(), await temporaryFolder()];
  const { database, close } = openDatabase({ folder: dataDir, owner: 'station', migrations });
  const files = new FilesTable(database);
  const memory = { wasMounted: () => false, rememberMounted: () => undefined };
  const folder = new FatFolder(cardDir, 'no', memory);
  const parts = { folder, files, log: silentLogger, onChange: () => undefined, onState: () => undefined };
  const cards: Card[] = [];
  onTestFinished(async () => {
    for (const card of cards) await card.close();
    close();
  });
  const start = async () => {
    const card = new Card(parts);
    cards.push(card);
    await card.start();
    return card;
  };
  /** A temporary file with this content, as an upload leaves it before it gets its name. */
  const received = (content: string) => {
    const name = temporaryName();
    writeFileSync(join(cardDir, name), content);
    return { name, path: join(cardDir, name) };
  };
  return { cardDir, files, start, received };
}

const song = Buffer.from('song.mp3');

describe('on a card where a rename takes several steps', () => {
  it('an upload and a replacement leave nothing to be finished', async () => {
    const { cardDir, files, start, received } = await fatCard();
    const card = await start();
    const temporary = received('one');
    const added = await card.uploading(temporary.name, () =>
      card.adopt(temporary.path, 'song.mp3', undefined),
    );
    expect(files.settling()).toBeUndefined();
    const other = received('another');
    await card.uploading(other.name, () => card.replace(other.path, added));
    expect(files.settling()).toBeUndefined();
    expect(readdirSync(cardDir)).toEqual(['song.mp3']);
    expect(readFileSync(join(cardDir, 'song.mp3'), 'utf8')).toBe('another');
  });

  it('a power cut in the middle of an upload leaves no empty file', async () => {
    const { cardDir, files, start, received } = await fatCard();
    const { name } = received('whole');
    writeFileSync(join(cardDir, 'song.mp3'), '');
    files.beginSettling({ diskName: song, temporaryName: name, sizeBytes: 5, isNew: true });
    const card = await start();
    expect((await card.list()).blocks.length).toBe(0);
    expect(readdirSync(cardDir)).toEqual([]);
    expect(files.settling()).toBeUndefined();
  });

  it('a power cut in the middle of a replacement leaves the new content, under the same id', async () => {
    const { cardDir, files, start, received } = await fatCard();
    writeFileSync(join(cardDir, 'song.mp3'), 'old');
    const { id } = (await (await start()).find('song.mp3'))!;
    const { name } = received('whole');
    writeFileSync(join(cardDir, 'song.mp3'), '');
    files.beginSettling({ diskName: song, temporaryName: name, sizeBytes: 5, isNew: false });
    const card = await start();
    expect(await card.find('song.mp3')).toMatchObject({ id, sizeBytes: 5 });
    expect(readdirSync(cardDir)).toEqual(['song.mp3']);
    expect(readFileSync(join(cardDir, 'song.mp3'), 'utf8')).toBe('whole');
  });

  it('two names that may mean the same content both stay, until a repair has told them apart', async () => {
    const { cardDir, files, start, received } = await fatCard();
    const { name } = received('whole');
    writeFileSync(join(cardDir, 'song.mp3'), 'whole');
    files.beginSettling({ diskName: song, temporaryName: name, sizeBytes: 5, isNew: true });
    const card = await start();
    expect(await card.find('song.mp3')).toMatchObject({ sizeBytes: 5 });
    expect(readdirSync(cardDir).sort()).toEqual([name, 'song.mp3']);
  });
});
