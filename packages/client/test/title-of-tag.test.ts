import { expect, it } from 'vitest';
import { type TagMeaning, titleOfTag } from '../src/tags.ts';

const titleOf = (file: string) => (file === 'a.mp3' ? 'The Robbers' : file);
const list = (...files: string[]): TagMeaning => ({ kind: 'playlist', files, shuffled: false });

it.each<[string, string | null, TagMeaning | null, string | undefined]>([
  ['its name', 'Lion', list('a.mp3'), 'Lion'],
  ['the title of its file', null, list('a.mp3'), 'The Robbers'],
  ['a drawing', null, list('fox.svg'), 'fox.svg'],
  ['the first file on the card', null, list('gone.mp3', 'b.mp3'), 'b.mp3'],
  ['nothing, if its files are missing', null, list('gone.mp3'), undefined],
  ['its folder', null, { kind: 'album', folder: 'Stories', shuffled: true }, 'Stories'],
  ['its stream', null, { kind: 'stream', url: 'https://example.org/radio' }, 'https://example.org/radio'],
  ['its address', null, { kind: 'link', url: 'https://example.org/' }, 'https://example.org/'],
  ['nothing, if it has an action', null, { kind: 'action', action: 'next' }, undefined],
  ['nothing, if it has no meaning', null, null, undefined],
])('the title of a tag is %s', (_, name, meaning, title) => {
  expect(titleOfTag({ name, meaning, missing: ['gone.mp3'] }, titleOf)).toBe(title);
});
