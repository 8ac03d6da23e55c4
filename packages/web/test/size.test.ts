import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { plotterPage, stationPage } from '../src/index.ts';

/** A page must be there at once, also over the radio of a small station. */
const limitBytes = 60_000;

describe.each([
  ['station', stationPage],
  ['plotter', plotterPage],
])('all that the first load of the %s page takes', (_name, folder) => {
  it.each(['br', 'gz'])('is small as %s', (suffix) => {
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    const sizes = files
      .filter((file) => file.endsWith(`.${suffix}`))
      .map((file) => statSync(join(folder, file)).size);
    expect(sizes.length).toBeGreaterThan(2);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(limitBytes);
  });
});
