import { truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLogger, openDatabase, systemClock } from '@stationery/core';
import { temporaryFolder } from '@stationery/core/testing';
import { expect, it } from 'vitest';
import { FilesTable } from '../store/files-table.ts';
import { migrations } from '../store/schema.ts';
import { Card } from './card.ts';
import { CardFolder } from './card-folder.ts';

it('a file that is shorter after its return is reported as damaged and listed with its current size', async () => {
  const [cardDir, dataDir] = [await temporaryFolder(), await temporaryFolder()];
  const warnings: Record<string, unknown>[] = [];
  const log = createLogger({ level: 'warn', stream: { write: (line) => warnings.push(JSON.parse(line)) } });
  /** Runs a station from its start to its end, with `during` in between. */
  const run = async (during: (card: Card) => Promise<void>) => {
    const { database, close } = openDatabase({ folder: dataDir, owner: 'station', migrations });
    const memory = { wasMounted: () => false, rememberMounted: () => undefined };
    const card = new Card({
      folder: new CardFolder(cardDir, 'no', memory),
      files: new FilesTable(database),
      clock: systemClock,
      log,
      onChange: () => undefined,
      onState: () => undefined,
    });
    await card.start();
    await during(card);
    await card.close();
    close();
  };
  const song = join(cardDir, 'song.mp3');
  writeFileSync(song, 'all of it');
  writeFileSync(join(cardDir, 'other.mp3'), 'as it was');
  await run(async () => expect(warnings).toEqual([]));

  truncateSync(song);
  await run(async (card) => {
    expect(warnings).toMatchObject([{ file: 'song.mp3', expectedBytes: 9, foundBytes: 0 }]);
    expect((await card.find('song.mp3'))?.sizeBytes).toBe(0);
  });

  // Neither an earlier report nor a change during the check counts as damage.
  await run(async (card) => {
    truncateSync(join(cardDir, 'other.mp3'));
    await card.refresh();
    expect(warnings).toHaveLength(1);
  });
});
