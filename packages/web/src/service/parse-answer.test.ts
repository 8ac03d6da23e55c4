import { expect, it } from 'vitest';
import { parseAnswer } from './parse-answer.ts';

const files = (count: number, filename: string) =>
  Array.from({ length: count }, (_, id) => ({ id, type: 'file', attributes: { filename, size: '1' } }));

it.each([
  ['a short answer', { data: files(2, 'a.mp3') }],
  ['a long list', { links: { self: '/' }, data: files(30_000, 'a.mp3'), meta: { unread: 0 } }],
  [
    'a long list of included resources',
    { data: { id: 'sdcard', files: files(5_000, '') }, included: files(30_000, 'a.mp3') },
  ],
  ['texts that look like the boundary of two resources', { data: files(30_000, '"},{"id":1}]"\\') }],
  ['resources that contain a list', { data: [{ id: 1, files: files(30_000, 'a') }, { id: 2 }] }],
  ['a long answer without a list', { data: 'x'.repeat(600_000) }],
])('parseAnswer parses %s', async (_, answer) => {
  expect(await parseAnswer(JSON.stringify(answer))).toEqual(answer);
});

it('parseAnswer refuses a long response that is cut off', async () => {
  const text = JSON.stringify({ data: files(30_000, 'a.mp3') });
  await expect(parseAnswer(text.slice(0, -1_000))).rejects.toThrow(SyntaxError);
});
