import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { decompress, planFile } from '../src/index.ts';

const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" width="90mm" height="90mm"><path d="M99 99h70" stroke="red"/></svg>';

describe('compressed files', () => {
  it('are planned like their uncompressed content', async () => {
    const { plan } = await planFile(gzipSync(svg));
    expect(plan).toEqual((await planFile(svg)).plan);
    expect(plan.layers).toHaveLength(1);
  });

  it('are refused if they are broken', async () => {
    const cut = gzipSync(svg).subarray(0, 40);
    await expect(decompress(cut)).rejects.toMatchObject({ code: 'drawing.not-readable' });
  });

  it('are refused if they exceed the limit during decompression', async () => {
    const bomb = gzipSync(Buffer.alloc(65 * 1024 * 1024));
    expect(bomb.length).toBeLessThan(100_000);
    await expect(decompress(bomb)).rejects.toMatchObject({ code: 'drawing.too-large' });
  });
});
