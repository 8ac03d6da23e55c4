import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as drawing from '@stationery/drawing';
import { expect, it } from 'vitest';
import { drawingPictures } from './drawing-pictures.mjs';

const root = join(import.meta.dirname, '../..');

it('the pictures in the docs are up to date (npm run pictures)', async () => {
  const files: Readonly<Record<string, string>> = await drawingPictures(drawing);
  const docs = ['drawing', 'plotters']
    .map((name) => readFileSync(join(root, `docs/${name}.md`), 'utf8'))
    .join('');
  for (const [name, svg] of Object.entries(files)) {
    expect(readFileSync(join(root, 'docs/pictures', name), 'utf8'), name).toBe(svg);
    expect(docs).toContain(`(pictures/${name})`);
  }
  // The picture of hidden lines differs from the others, and pens have their true width.
  expect(files['hidden-lines.svg']!.length).not.toBe(files['hatching.svg']!.length);
  expect(files['pens.svg']).toMatch(/stroke="#e0b050" stroke-width="1\.2"/);
});
