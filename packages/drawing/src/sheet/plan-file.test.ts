import { expect, it } from 'vitest';
import { jpegOf, pngOf, rasterOf } from '../../test/support/picture-of.ts';
import { planFile } from './plan-file.ts';

const options = { picture: { style: 'halftone', points: 100, sizeMm: 40 } } as const;
const rows = Buffer.alloc(17 * 8, 60);
for (let row = 0; row < 8; row++) rows[17 * row] = 0;

it.each([
  ['a PNG', pngOf(16, 8, { rows })],
  ['a JPEG', jpegOf(rasterOf(16, 8, () => 60))],
])('the content of %s is planned as a drawing in the chosen style', async (_, file) => {
  const { plan } = await planFile(file, options);
  expect(plan.paper).toEqual({ widthMm: expect.closeTo(40), heightMm: expect.closeTo(20) });
  expect(plan.layers).toMatchObject([{ colour: '#000000' }]);
  expect(plan.layers[0]!.strokes.length).toBeGreaterThan(50);
});

it('a picture and a drawing can be on one sheet', async () => {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="9mm" height="9mm"><path d="M0 0h9" stroke="red"/></svg>';
  const { plan } = await planFile([pngOf(16, 8, { rows }), svg], options);
  expect(plan.layers.map(({ colour }) => colour)).toEqual(['#000000', '#ff0000']);
});
