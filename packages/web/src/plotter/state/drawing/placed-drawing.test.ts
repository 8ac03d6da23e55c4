import type { Job } from '@stationery/client';
import { expect, it } from 'vitest';
import { jobKey } from '../store.ts';
import { isOfferedAgain, type Layout, layoutVersion, usableLayout } from './placed-drawing.ts';

it('a stored layout is used only if this version of the page wrote it and its fit mode is known', () => {
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

it('a plotted drawing is not offered again while the bed shows a different job', () => {
  const [first, second] = [1, 2].map((id) => ({ id, createdAt: '2026-01-01' }) as Job) as [Job, Job];
  const drawing = { name: 'Fern', file: new Blob([]) };
  const plotted = { ...drawing, plottedAs: jobKey(first) };
  expect([first, second, undefined].map((shown) => isOfferedAgain(plotted, shown))).toEqual([
    true,
    false,
    true,
  ]);
  // The service was set up again, so its ids restarted at 1.
  expect(isOfferedAgain(plotted, { ...first, createdAt: '2026-02-01' })).toBe(false);
  // A drawing that was not plotted yet is stored nowhere else.
  expect(isOfferedAgain(drawing, second)).toBe(true);
});
