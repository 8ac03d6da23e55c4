import { expect, it } from 'vitest';
import {
  labelKinds,
  labelPaper,
  labelSheetSvg,
  labelSheets,
  missingCharacters,
  readSvg,
} from '../src/index.ts';

const labelOf = (title: string) => ({ title, hasPicture: false });

it.each(['square', 'card', 'round'] as const)('titles stay inside %s labels', (kind) => {
  const titles = [
    'Lion',
    'Die Räuber vom Liang-Schan-Moor',
    'Donaudampfschifffahrtsgesellschaft',
    'Мишка',
    '',
  ];
  const { width, height } = labelKinds[kind];
  for (const title of titles) {
    const [sheet] = labelSheets([labelOf(title)], kind);
    const outline = sheet!.outlines[0]!;
    const xs = outline.filter((_, at) => at % 2 === 0);
    const ys = outline.filter((_, at) => at % 2 === 1);
    expect(Math.max(...xs) - Math.min(...xs)).toBeCloseTo(width);
    expect(Math.max(...ys) - Math.min(...ys)).toBeCloseTo(height);
    for (const line of sheet!.letters)
      for (const [at, value] of line.entries()) {
        const along = at % 2 === 0 ? xs : ys;
        expect(value, title).toBeGreaterThan(Math.min(...along));
        expect(value, title).toBeLessThan(Math.max(...along));
      }
    expect(sheet!.letters.length > 0).toBe(title !== '');
  }
});

it('labels fill one sheet after another and are drawn at their exact size', () => {
  const sheets = labelSheets(
    Array.from({ length: 50 }, (_, at) => labelOf(`Tag ${at}`)),
    'square',
  );
  expect(sheets.map(({ outlines }) => outlines.length)).toEqual([24, 24, 2]);
  const { layers, strokes } = readSvg(labelSheetSvg(sheets[0]!));
  expect(layers.map(({ name }) => name)).toEqual(['1 Outlines', '2 Titles']);
  const reach = Math.max(...strokes.flatMap(({ points }) => [...points].filter((_, at) => at % 2 === 0)));
  expect(reach).toBeLessThan(labelPaper.width - 8);
});

it('missingCharacters returns the characters that are not in the font', () => {
  expect(missingCharacters('Löwe Лев')).toEqual([]);
  expect(missingCharacters('狮子 Löwe')).toEqual(['狮', '子']);
});
