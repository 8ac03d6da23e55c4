import { rmSync, writeFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase, silentLogger, systemClock } from '@stationery/core';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { FilesTable } from '../store/files-table.ts';
import { migrations } from '../store/schema.ts';
import { Card } from './card.ts';
import { CardFolder, type FolderState } from './card-folder.ts';
import type { IndexChange } from './card-index.ts';
import type { DiskKey } from './card-scan.ts';
import { receiveFile } from './upload/receive-file.ts';

/** A folder that fails at chosen steps, like a worn-out or removed card. */
class FaultyFolder extends CardFolder {
  onSync: () => Promise<void> = async () => undefined;
  onInspect: () => Promise<void> = async () => undefined;

  override async sync(diskName: Buffer): Promise<void> {
    await this.onSync();
    await super.sync(diskName);
  }

  override async syncRenamed(diskName: Buffer): Promise<void> {
    await this.onSync();
    await super.syncRenamed(diskName);
  }

  override async inspect(): Promise<FolderState> {
    const state = await super.inspect();
    await this.onInspect();
    return state;
  }
}

/** A FAT card, on which a file has several names. The kernel reports the name that was used for the change. */
class FatFolder extends FaultyFolder {
  readonly gone = new Set<DiskKey>();

  override async inspect(): Promise<FolderState> {
    return { ...(await super.inspect()), watching: 'by any name' };
  }

  override async names(): Promise<Set<DiskKey>> {
    return new Set([...(await super.names())].filter((name) => !this.gone.has(name)));
  }

  override async facts(names: Iterable<DiskKey>) {
    const facts = await super.facts(names);
    for (const name of this.gone) facts.delete(name);
    return facts;
  }
}

async function faultyCard<Folder extends FaultyFolder = FaultyFolder>(
  Kind: new (...parts: ConstructorParameters<typeof CardFolder>) => Folder = FaultyFolder as never,
) {
  const folder = await mkdtemp(join(tmpdir(), 'stationery-card-'));
  const cardDir = join(folder, 'card');
  await mkdir(cardDir);
  const { database, close } = openDatabase({ folder: join(folder, 'data'), owner: 'station', migrations });
  const faulty = new Kind(cardDir, 'no', {
    wasMounted: () => false,
    rememberMounted: () => undefined,
  });
  const changes: IndexChange[] = [];
  const card = new Card({
    folder: faulty,
    files: new FilesTable(database),
    clock: systemClock,
    log: silentLogger,
    onChange: (more) => changes.push(...more),
    onState: () => undefined,
  });
  onTestFinished(async () => {
    await card.close();
    close();
    await rm(folder, { recursive: true, force: true });
  });
  return { card, cardDir, faulty, changes };
}

async function* body(filename: string) {
  yield Buffer.from(JSON.stringify({ data: { type: 'file', filename, encoded: 'AAAA' } }));
}

const upload = (card: Card, filename: string, replaces?: number) =>
  receiveFile(card, { chunks: body(filename), contentLength: undefined, limitBytes: 1000, replaces });

const worn = async () => {
  throw Object.assign(new Error('i/o error'), { code: 'EIO' });
};

it('a closed card reads nothing, even if a caller waits for the next refresh', async () => {
  const { card, faulty, cardDir } = await faultyCard();
  const inspect = vi.spyOn(faulty, 'inspect');
  const [shared, next] = [card.refresh(), card.refresh()];
  const refused = expect(next).rejects.toMatchObject({ code: 'service-stopping' });
  await card.close();
  await shared;
  await refused;
  const inspections = inspect.mock.calls.length;
  await writeFile(join(cardDir, 'late.mp3'), 'x');
  await expect(card.find('late.mp3')).rejects.toMatchObject({ code: 'service-stopping' });
  expect(inspect).toHaveBeenCalledTimes(inspections);
});

describe('a failing card', () => {
  it('keeps its files if the last step of an upload fails', async () => {
    const { card, cardDir, faulty, changes } = await faultyCard();
    faulty.onSync = worn;
    await expect(upload(card, 'a.bin')).rejects.toMatchObject({ code: 'card-failed' });
    expect(await readdir(cardDir)).toEqual([]);
    expect((await card.list()).blocks.flat()).toEqual([]);
    expect(changes).toEqual([]);

    faulty.onSync = async () => undefined;
    expect(await upload(card, 'a.bin')).toMatchObject({ name: 'a.bin', sizeBytes: 3 });
  });

  it('keeps one complete file if the last step of a replacement fails, and reports which', async () => {
    const { card, cardDir, faulty, changes } = await faultyCard();
    await writeFile(join(cardDir, 'a.bin'), 'the old one');
    const id = (await card.list()).blocks.flat()[0]?.id as number;
    changes.length = 0;
    faulty.onSync = worn;
    await expect(upload(card, 'a.bin', id)).rejects.toMatchObject({ code: 'card-failed' });
    expect(await readdir(cardDir)).toEqual(['a.bin']);
    expect(changes).toMatchObject([{ kind: 'changed', file: { id, sizeBytes: 3 } }]);
    expect((await card.list()).blocks.flat()).toMatchObject([{ id, sizeBytes: 3 }]);
  });

  it('keeps a file that changed just before its replacement, with a correct database row', async () => {
    const { card, cardDir, faulty } = await faultyCard();
    const path = join(cardDir, 'a.bin');
    await writeFile(path, 'the old one');
    const id = (await card.list()).blocks.flat()[0]?.id as number;
    let looks = 0;
    faulty.onInspect = async () => {
      // The third inspection precedes the rename; the watcher has not reported anything by then.
      if (++looks === 3) setImmediate(() => writeFileSync(path, 'from outside'));
    };
    await expect(upload(card, 'a.bin', id)).rejects.toMatchObject({ code: 'file-changed' });
    expect(await readFile(path, 'utf8')).toBe('from outside');
    expect((await card.list()).blocks.flat()).toMatchObject([{ id, sizeBytes: 12 }]);
    expect(await readdir(cardDir)).toEqual(['a.bin']);
  });

  it('keeps its files if it is removed during a scan', async () => {
    const { card, cardDir, faulty, changes } = await faultyCard();
    const { id } = await upload(card, 'a.bin');
    changes.length = 0;
    // Between the inspection and the reading of its names, the card is replaced by a different, empty folder.
    // It is back at the second reading. The same happens for readings requested by the watcher.
    let isPulled = true;
    let isAway = false;
    faulty.onInspect = async () => {
      if (!isPulled && !isAway) return;
      if (isAway) await rm(cardDir, { recursive: true });
      await (isAway ? rename(`${cardDir}.away`, cardDir) : rename(cardDir, `${cardDir}.away`));
      if (!isAway) await mkdir(cardDir);
      isAway = !isAway;
    };
    await expect(card.list()).rejects.toMatchObject({ code: 'card-missing' });
    expect(changes).toEqual([]);
    isPulled = false;
    await expect.poll(async () => (await card.list()).blocks.flat()).toMatchObject([{ id, name: 'a.bin' }]);
    expect(changes).toEqual([]);
  });

  it('reports unknown-file if the file vanishes before its deletion', async () => {
    const { card, cardDir, faulty } = await faultyCard();
    await writeFile(join(cardDir, 'a.txt'), '');
    const id = (await card.list()).blocks.flat()[0]?.id as number;
    let looks = 0;
    faulty.onInspect = async () => {
      // Remove the file only after the scan for the deletion, because an earlier removal would be noticed.
      if (++looks === 1) setImmediate(() => rmSync(join(cardDir, 'a.txt')));
    };
    await expect(card.remove(id)).rejects.toMatchObject({ code: 'unknown-file' });
    expect((await card.list()).blocks.flat()).toEqual([]);
  });
});

it('a FAT card notices changes and deletions under a different spelling of the name', async () => {
  const { card, cardDir, faulty } = await faultyCard(FatFolder);
  const files = async () =>
    (await card.list()).blocks.flat().map(({ name, sizeBytes }) => `${name} ${sizeBytes}`);
  for (const name of ['a long story.txt', 'kept.txt', 'own.txt']) await writeFile(join(cardDir, name), 'x');
  expect((await files()).sort()).toEqual(['a long story.txt 1', 'kept.txt 1', 'own.txt 1']);
  const byShortName = async () => {
    await writeFile(join(cardDir, 'ALONGS~1.TXT'), '');
    await rm(join(cardDir, 'ALONGS~1.TXT'));
  };
  const own = (await card.list()).blocks.flat().find(({ name }) => name === 'own.txt')?.id as number;
  await card.remove(own);
  faulty.gone.add('a long story.txt');
  await byShortName();
  await expect.poll(files).toEqual(['kept.txt 1']);
  faulty.gone.clear();
  await byShortName();
  await expect.poll(files).toContain('a long story.txt 1');
});
