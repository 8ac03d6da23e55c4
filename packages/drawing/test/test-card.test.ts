import { expect, it } from 'vitest';
import { planDrawing, readSvg, testCardSvg } from '../src/index.ts';

it('the test card is drawn completely on its page, without notes or warnings', () => {
  const drawing = readSvg(testCardSvg());
  expect(drawing.notes).toEqual([]);
  const { warnings, layers } = planDrawing(drawing, { fit: 'none', marginMm: 0 });
  expect(warnings).toEqual([]);
  expect(layers).toHaveLength(1);
  expect(drawing.strokes.length).toBeGreaterThan(80);
});
