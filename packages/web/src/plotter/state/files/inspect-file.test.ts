import { expect, it } from 'vitest';
import { inspectFile } from './inspect-file.ts';

const content = '<svg xmlns="http://www.w3.org/2000/svg" width="9mm" height="9mm"/>';
const utf16 = (text: string) => Uint8Array.from([0xff, 0xfe, ...Buffer.from(text, 'utf16le')]);

it.each([
  ['in UTF-16', utf16(content)],
  ['with a prefix', '<s:svg xmlns:s="http://www.w3.org/2000/svg" width="9mm" height="9mm"/>'],
  ['behind a long comment', `<!-- ${'long '.repeat(2000)}-->${content}`],
])('an SVG %s is a drawing, whatever its name', async (_, file) => {
  expect(await inspectFile(new File([file], 'drawing'))).toMatchObject({ kind: 'drawing', name: 'drawing' });
});

it.each([
  ['a PNG', [0x89, ...Buffer.from('PNG')], 'picture'],
  ['a WebP', [...Buffer.from('RIFF0000WEBP')], 'picture'],
  ['a GIF', [...Buffer.from('GIF89a')], 'refused'],
])('%s is drawn if browsers and services can', async (_, bytes, kind) => {
  expect(await inspectFile(new File([Uint8Array.from(bytes)], 'photo.svg'))).toMatchObject({ kind });
});

it('inspectFile recognises a file of commands as a script', async () => {
  expect(await inspectFile(new File(['PENUP\nMOVE X1 Y1\n'], 'a.txt'))).toMatchObject({ kind: 'script' });
});
