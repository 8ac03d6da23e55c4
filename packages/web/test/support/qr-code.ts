import { createRequire } from 'node:module';
import type { Locator } from 'playwright-core';

// The package's types declare a default export that Node does not see.
const readCode = createRequire(import.meta.url)('jsqr') as typeof import('jsqr').default;
const dotsPerSquare = 4;

/** Reads the squares that the page draws. */
export async function readQrCode(picture: Locator): Promise<string | undefined> {
  const size = Number((await picture.getAttribute('viewBox'))?.split(' ')[2]);
  const squares = (await picture.locator('path').last().getAttribute('d')) ?? '';
  const width = size * dotsPerSquare;
  const data = new Uint8ClampedArray(width * width * 4).fill(255);
  for (const [, x, y] of squares.matchAll(/M(\d+) (\d+)h1/g))
    for (let dot = 0; dot < dotsPerSquare ** 2; dot++) {
      const column = Number(x) * dotsPerSquare + (dot % dotsPerSquare);
      const row = Number(y) * dotsPerSquare + Math.floor(dot / dotsPerSquare);
      data.fill(0, (row * width + column) * 4, (row * width + column) * 4 + 3);
    }
  return readCode(data, width, width)?.data;
}
