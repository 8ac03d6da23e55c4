import { expect, it } from 'vitest';
import { withTagAdded, withTagForgotten } from './present-tags.ts';

const hare = {
  serial: '0x9E07D4B2',
  model: 'mifare_classic',
  filename: null,
  id: null,
  random: false,
} as const;
const fox = { serial: '0x04A2245A6B2C80', model: 'mifare', filename: 'a.mp3', id: 1, random: false } as const;

it('a tag on the reader becomes known when it is added and unknown when it is removed', () => {
  const { random, ...tag } = { ...hare, id: 2 };
  expect(withTagAdded([fox, hare], tag)).toEqual([fox, { ...hare, id: 2 }]);
  expect(withTagForgotten([fox, { ...hare, id: 2 }], 2)).toEqual([fox, hare]);
});
