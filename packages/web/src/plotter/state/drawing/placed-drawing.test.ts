import { expect, it } from 'vitest';
import { type Layout, layoutVersion, usableLayout } from './placed-drawing.ts';

it('uses a stored layout only if this version of the page wrote it, and it has a known fit', () => {
  const layout = { settings: { rotate: 30 }, fitMode: 'auto' } as Layout;
  const record = { version: layoutVersion, layout };
  expect(usableLayout(record)).toBe(layout);
  const { layout: _, ...without } = record;
  const spoilt = [
    without,
    { ...record, layout: null },
    { ...record, layout: { ...layout, fitMode: 'as before' } },
    { ...record, version: layoutVersion + 1 },
  ];
  for (const each of spoilt) expect(usableLayout(each as typeof record)).toBeUndefined();
});
