import { mkdir, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { addTag, listFiles, listTags, startTestStation } from './support/test-station.ts';

describe('files added to the card by other programs', () => {
  it('are in the very next answer, with a new id', async () => {
    const station = await startTestStation();
    for (let round = 0; round < 50; round++) {
      await writeFile(join(station.cardDir, `song ${round}.mp3`), 'x'.repeat(round));
      expect(await listFiles(station)).toHaveProperty([`song ${round}.mp3`, 'size'], round);
    }
  });

  it('are listed with their new size after a change in place', async () => {
    const station = await startTestStation();
    const path = join(station.cardDir, 'a.txt');
    await writeFile(path, 'short');
    const before = (await listFiles(station))['a.txt'];
    for (let round = 0; round < 50; round++) {
      await writeFile(path, 'x'.repeat(100 + round));
      expect((await listFiles(station))['a.txt']).toEqual({ id: before?.id, size: 100 + round });
    }
  });

  it('do not include folders, links, hidden names and remnants of FAT errors', async () => {
    const station = await startTestStation();
    await mkdir(join(station.cardDir, 'folder'));
    await writeFile(join(station.cardDir, '.hidden'), '');
    for (const name of ['STATIO~1', 'ST4F2A~3', 'FSCK0000.REC'])
      await writeFile(join(station.cardDir, name), 'left');
    await symlink('/etc/passwd', join(station.cardDir, 'link'));
    await writeFile(join(station.cardDir, 'real'), '');
    expect(Object.keys(await listFiles(station))).toEqual(['real']);
  });

  it('disappear with their tag binding when deleted, and count as new files when renamed', async () => {
    const station = await startTestStation();
    await station.upload('a.txt', 'a');
    const tag = await addTag(station, '0x04A2245A6B2C80');
    await station.send('PATCH', `/api/v1/tags/${tag}`, {
      data: { id: tag, type: 'tag', attributes: { filename: 'a.txt' } },
    });
    const first = (await listFiles(station))['a.txt']?.id;
    await rename(join(station.cardDir, 'a.txt'), join(station.cardDir, 'b.txt'));
    expect((await listTags(station))[0]?.attributes.filename).toBeNull();
    const files = await listFiles(station);
    expect(Object.keys(files)).toEqual(['b.txt']);
    expect(files['b.txt']?.id).not.toBe(first);
  });

  it('get a new id when created again, and their old id when restored unchanged', async () => {
    const station = await startTestStation();
    const path = join(station.cardDir, 'a.txt');
    await writeFile(path, 'a');
    const first = (await listFiles(station))['a.txt']?.id as number;
    const tag = await addTag(station, '0x04A2245A6B2C80');
    await station.send('PATCH', `/api/v1/tags/${tag}`, {
      data: { id: tag, type: 'tag', attributes: { filename: 'a.txt' } },
    });

    await rename(path, join(station.folder, 'elsewhere'));
    expect(await listFiles(station)).toEqual({});
    await rename(join(station.folder, 'elsewhere'), path);
    expect((await listFiles(station))['a.txt']?.id).toBe(first);
    expect((await listTags(station))[0]?.attributes.filename).toBe('a.txt');

    await rm(path);
    await listFiles(station);
    await writeFile(path, 'a');
    expect((await listFiles(station))['a.txt']?.id).toBeGreaterThan(first);
    expect((await listTags(station))[0]?.attributes.filename).toBeNull();
  });

  it('may have invalid UTF-8 names, and can be deleted', async () => {
    const station = await startTestStation();
    await writeFile(
      Buffer.concat([Buffer.from(`${station.cardDir}/`), Buffer.from([0x61, 0xff, 0x62])]),
      'x',
    );
    await writeFile(join(station.cardDir, 'u\u0308.txt'), 'y');
    const files = await listFiles(station);
    expect(Object.keys(files).sort()).toEqual(['a\ufffdb', '\u00fc.txt'].sort());
    for (const { id } of Object.values(files)) {
      expect((await station.get(`/api/v1/files/${id}`, { method: 'DELETE' })).status).toBe(204);
    }
    expect(await readdir(station.cardDir)).toEqual([]);
  });
});
