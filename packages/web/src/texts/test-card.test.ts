import { planDrawing, readSvg, testCardSvg } from '@stationery/drawing';
import { afterEach, expect, it } from 'vitest';
import { spoken } from './language.ts';
import { testCardTexts } from './test-card.ts';

const english = spoken.value;
afterEach(() => {
  spoken.value = english;
});

it.each(['en', 'de'] as const)('the test card in %s is inside the margins of its page', (language) => {
  spoken.value = { language, locale: language };
  const words = { ...testCardTexts };
  expect(words.pointed).toEqual(language === 'de' ? ['3 Spitz?', 'Sonst langsamer'] : expect.anything());
  const drawing = readSvg(testCardSvg(words));
  expect(drawing.notes).toEqual([]);
  const { warnings } = planDrawing(drawing, { fit: 'none', marginMm: 8, crop: 'margins' });
  expect(warnings).toEqual([]);
});
