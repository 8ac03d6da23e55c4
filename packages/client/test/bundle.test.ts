import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { browserBundle } from './support/browser-bundle.ts';

describe('the client in a page', () => {
  it.each([
    ['both services', "export * from '@stationery/client'", 6000],
    ['the station', "export { createStationClient } from '@stationery/client'", 4700],
    ['the plotter', "export { createPlotterClient } from '@stationery/client'", 4700],
  ])('is small and does not need Node: %s', async (_, source, maxBytes) => {
    const code = await browserBundle(source);
    expect(code).not.toMatch(/node:|require\(|typebox|^import /m);
    expect(gzipSync(code).length).toBeLessThan(maxBytes);
  });
});
