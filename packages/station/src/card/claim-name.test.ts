import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { claimName, claimNameInSteps } from './claim-name.ts';

async function folderWithTemporary(): Promise<{ folder: string; temporary: string; path: Buffer }> {
  const folder = await mkdtemp(join(tmpdir(), 'stationery-claim-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, '.temporary'), 'whole');
  return { folder, temporary: join(folder, '.temporary'), path: Buffer.from(join(folder, 'name')) };
}

/** Fails like FAT, which has no hard links. */
const noSecondNames = async () => {
  throw Object.assign(new Error('operation not permitted'), { code: 'EPERM' });
};

describe.each([
  ['with second names', (temporary: string, path: Buffer) => claimName(temporary, path)],
  ['without second names', (temporary: string, path: Buffer) => claimName(temporary, path, noSecondNames)],
  ['that renames in steps', claimNameInSteps],
])('claimName on a file system %s', (_kind, claim) => {
  it('keeps an existing file of this name', async () => {
    const { folder, temporary, path } = await folderWithTemporary();
    await claim(temporary, path);
    expect(await readdir(folder)).toEqual(['name']);
    expect(await readFile(path, 'utf8')).toBe('whole');
  });

  it.each<[string, (path: Buffer) => Promise<void>]>([
    ['a file', (path) => writeFile(path, 'older')],
    ['a folder', async (path) => void (await mkdir(path))],
    ['a link to nowhere', (path) => symlink('nowhere', path)],
  ])('does not replace %s', async (_what, make) => {
    const { folder, temporary, path } = await folderWithTemporary();
    await make(path);
    await expect(claim(temporary, path)).rejects.toMatchObject({ code: 'name-taken' });
    expect((await readdir(folder)).sort()).toEqual(['.temporary', 'name']);
    expect(await readFile(path, 'utf8').catch(() => 'no file')).not.toBe('whole');
  });
});

describe('claimName', () => {
  it.each([claimName, claimNameInSteps])('passes on all other errors of the file system', async (claim) => {
    const { folder, path } = await folderWithTemporary();
    await expect(claim(join(folder, 'gone'), path)).rejects.toMatchObject({ code: 'ENOENT' });
    expect(await readdir(folder)).toEqual(['.temporary']);
  });
});
