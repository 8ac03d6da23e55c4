import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { settle, watchLateUses } from '@stationery/core/testing';
import { expect, it, onTestFinished } from 'vitest';
import { taggedMp3, textFrame } from './support/tagged-mp3.ts';
import { startTestStation } from './support/test-station.ts';

it('a station does not use its database once closed, whatever work is in progress', async () => {
  const lateUses = watchLateUses(onTestFinished);
  for (let round = 0; round < 6; round++) {
    const station = await startTestStation();
    for (let file = 0; file < 5; file++)
      await writeFile(join(station.cardDir, `${file}.mp3`), taggedMp3({ TIT2: textFrame(`Song ${file}`) }));
    const calls = [
      '/api/v1/metadata',
      '/api/v1/sdcard',
      '/api/v1/tags',
      '/api/v1/files/1/metadata',
      '/api/v1/files/2/cover',
      '/api/v1/sdcard?page[size]=2',
      '/api/v1/metadata',
    ].map((path) => station.get(path).catch(() => undefined));
    const uploads = ['a', 'b', 'c'].map((name) => station.upload(name, 'content').catch(() => undefined));
    station.reader.put({ uid: Buffer.from('04a2245a6b2c80', 'hex'), sak: 0 } as never);
    for (let turn = 0; turn < round * 2; turn++) await settle();
    await writeFile(join(station.cardDir, 'late.mp3'), taggedMp3({ TIT2: textFrame('Late') }));
    await station.stop();
    await Promise.all([...calls, ...uploads]);
    for (let turn = 0; turn < 20; turn++) await settle();
  }
  expect(lateUses).toEqual([]);
});
