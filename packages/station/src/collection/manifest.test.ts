import { expect, it } from 'vitest';
import { readManifest } from './manifest.ts';

const manifest = {
  type: 'stationery-collection',
  version: 1,
  nickname: 'x',
  files: [],
  tags: [],
  player: {},
};

it('the manifest reader ignores unknown members', () => {
  expect(readManifest(JSON.stringify({ ...manifest, added: [[1]] }))).toEqual(manifest);
});

it.each([
  ['nested lists', '['.repeat(1_000) + ']'.repeat(1_000)],
  ['many empty lists', `[${'[],'.repeat(100_000)}0]`],
])('the manifest reader rejects %s before parsing them', (_, added) => {
  const text = JSON.stringify(manifest).replace('{', `{"added":${added},`);
  expect(() => readManifest(text)).toThrow('is not JSON');
});
