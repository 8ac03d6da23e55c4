import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { boardPage, plotterPage, stationPage } from '../../src/index.ts';

/** A page must be there at once, also over the radio of a small station. */
const limitBytes = 60_000;

/** The page and what it names. What is loaded later is loaded by those who use it. */
function firstLoad(folder: string): string[] {
  const html = readFileSync(join(folder, 'index.html'), 'utf8');
  return [
    'index.html',
    ...[...html.matchAll(/(?:src|href)="\.\/(assets\/[^"]+)"/g)].map(([, file]) => file!),
  ];
}

describe.each([
  ['station', stationPage],
  ['plotter', plotterPage],
  ['board', boardPage],
])('all that the first load of the %s page takes', (_name, folder) => {
  it.each(['br', 'gz'])('is small as %s', (suffix) => {
    const sizes = firstLoad(folder).map((file) => statSync(join(folder, `${file}.${suffix}`)).size);
    expect(sizes.length).toBeGreaterThan(2);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(limitBytes);
  });
});
