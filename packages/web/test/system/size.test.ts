import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { boardPage, plotterPage, stationPage } from '../../src/index.ts';

/** Maximum size of the first load. A page must load quickly even over the radio of a small station. */
const limitBytes = 60_000;

/** Returns the page and the files that it names. Files that are loaded on demand do not count. */
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
])('the first load of the %s page', (_name, folder) => {
  it.each(['br', 'gz'])('is within its size limit when compressed as %s', (suffix) => {
    const sizes = firstLoad(folder).map((file) => statSync(join(folder, `${file}.${suffix}`)).size);
    expect(sizes.length).toBeGreaterThan(2);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(limitBytes);
  });
});
