import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { base64 } from './framing.ts';

async function* each<T>(items: readonly T[]) {
  yield* items;
}

describe('base64', () => {
  it('encodes chunks of any size like Node', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.uint8Array({ maxLength: 10 })), async (pieces) => {
        const encoded: Uint8Array[] = [];
        for await (const piece of base64(each(pieces))) encoded.push(piece);
        expect(Buffer.concat(encoded).toString('latin1')).toBe(Buffer.concat(pieces).toString('base64'));
      }),
    );
  });
});
