import { afterEach, expect, it } from 'vitest';
import { spoken } from '../../texts/language.ts';
import { plotterCatalogue } from '../../texts/plotter.ts';
import { penName } from './format.ts';

const english = spoken.peek();
afterEach(() => {
  spoken.value = english;
});

it('names that readers give to layers and pens are translated, and other names stay', async () => {
  expect(penName('Pen 1')).toBe('Pen 1');
  await plotterCatalogue.load('de');
  spoken.value = { language: 'de', locale: 'de' };
  expect(['Pen 1', 'Pen 12', 'Pen of mine', '#00ff00', 'No layer'].map(penName)).toEqual([
    'Stift 1',
    'Stift 12',
    'Pen of mine',
    '#00ff00',
    'Ohne Ebene',
  ]);
});
