import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { browserChunks } from './support/browser-bundle.ts';

describe('the client bundled for a page', () => {
  it.each([
    ['both services', "export * from '@stationery/client'", 6000],
    ['the station', "export { createStationClient } from '@stationery/client'", 4700],
    ['the plotter', "export { createPlotterClient } from '@stationery/client'", 4700],
  ])('is small and does not need Node: %s', async (_, source, maxBytes) => {
    const chunks = await browserChunks(source);
    expect(chunks.join('')).not.toMatch(/node:|require\(|typebox|\bfrom ?["'`](?!\.)/);
    expect(gzipSync(chunks[0] ?? '').length).toBeLessThan(maxBytes);
  });
});
