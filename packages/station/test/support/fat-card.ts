import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase, silentLogger, systemClock } from '@stationery/core';
import { temporaryFolder } from '@stationery/core/testing';
import { onTestFinished } from 'vitest';
import { Card } from '../../src/card/card.ts';
import { CardFolder, type FolderState } from '../../src/card/card-folder.ts';
import type { IndexChange } from '../../src/card/card-index.ts';
import { nameKey } from '../../src/card/file-name.ts';
import { temporaryName } from '../../src/card/upload/temporary-name.ts';
import { FilesTable } from '../../src/store/files-table.ts';
import { migrations } from '../../src/store/schema.ts';
import { TagsTable } from '../../src/store/tags-table.ts';

/**
 * A folder with the naming of FAT: any case and the short name find a file, and a rename between them does nothing.
 */
export class FatFolder extends CardFolder {
  isPulledOut = false;
  /** Tests throw here to simulate a crash. */
  onRenamed: () => void = () => undefined;

  override pathOf(diskName: Buffer): Buffer {
    const name = diskName.toString();
    const found = readdirSync(this.path).find(
      (each) => nameKey(each) === nameKey(name) || shortName(each) === name.toUpperCase(),
    );
    return super.pathOf(Buffer.from(found ?? name));
  }

  override async syncRenamed(diskName: Buffer): Promise<void> {
    if (this.isPulledOut) throw Object.assign(new Error('EIO: i/o error, fsync'), { code: 'EIO' });
    await super.syncRenamed(diskName);
    this.onRenamed();
  }

  override async sync(diskName: Buffer): Promise<void> {
    await super.sync(diskName);
    this.onRenamed();
  }

  override async inspect(): Promise<FolderState> {
    return { ...(await super.inspect()), renamesInSteps: true, watching: 'by any name' };
  }
}

function shortName(name: string): string {
  const [, stem = '', ending = ''] =
    /^(.*?)(?:\.([^.]*))?$/.exec(name.toUpperCase().replaceAll(' ', '')) ?? [];
  return stem.length <= 8 && !name.includes(' ') ? '' : `${stem.slice(0, 6)}~1.${ending.slice(0, 3)}`;
}

export async function fatCard() {
  const [cardDir, dataDir] = [await temporaryFolder(), await temporaryFolder()];
  const { database, close } = openDatabase({ folder: dataDir, owner: 'station', migrations });
  const files = new FilesTable(database);
  const memory = { wasMounted: () => false, rememberMounted: () => undefined };
  const folder = new FatFolder(cardDir, 'no', memory);
  const changes: IndexChange[] = [];
  const parts = {
    folder,
    files,
    clock: systemClock,
    log: silentLogger,
    onChange: (more: IndexChange[]) => changes.push(...more),
    onState: () => undefined,
  };
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
  /** Creates a temporary file as an upload leaves it before its rename. */
  const received = (content: string) => {
    const name = temporaryName();
    writeFileSync(join(cardDir, name), content);
    return { name, path: join(cardDir, name) };
  };
  return { cardDir, folder, files, tags: new TagsTable(database), changes, start, received };
}
