import type { OperationOf } from '@stationery/contract/operation-table';
import { type Transform, turned } from '../../geometry/transform.ts';
import { PlanOptionError } from '../../options/plan-option-error.ts';
import { type Artwork, boxOfLines, transformItem } from '../artwork.ts';
import type { Apply } from '../context.ts';

/** Scales about the centre of the drawing. */
export const scale: Apply<OperationOf<'scale'>> = (artwork, operation) => {
  const by = scaleFactor(artwork, operation);
  return aboutMiddle(artwork, by, 0, 0, by);
};

export function scaleFactor(
  artwork: Artwork,
  { factor = 1, widthMm, heightMm }: OperationOf<'scale'>,
): number {
  const box = boxOfLines(artwork);
  if (box === undefined) return 1;
  const [width, height] = [box.maxX - box.minX, box.maxY - box.minY];
  const factors = [
    ...(widthMm === undefined ? [] : [factorTo(widthMm, width, 'width')]),
    ...(heightMm === undefined ? [] : [factorTo(heightMm, height, 'height')]),
  ];
  return factors.length === 0 ? factor : Math.min(...factors);
}

function factorTo(wantedMm: number, nowMm: number, side: string): number {
  if (nowMm > 0) return wantedMm / nowMm;
  throw new PlanOptionError('operations', `“scale”: what is drawn has no ${side} to scale`);
}

/** Rotates clockwise about the centre of the drawing. */
export const rotate: Apply<OperationOf<'rotate'>> = (artwork, { degrees }) => {
  const { cosine, sine } = turned(degrees);
  return aboutMiddle(artwork, cosine, sine, -sine, cosine);
};

export const mirror: Apply<OperationOf<'mirror'>> = (artwork, { axis = 'horizontal' }) =>
  axis === 'horizontal' ? aboutMiddle(artwork, -1, 0, 0, 1) : aboutMiddle(artwork, 1, 0, 0, -1);

function aboutMiddle(artwork: Artwork, a: number, b: number, c: number, d: number): Artwork {
  const box = boxOfLines(artwork);
  if (box === undefined) return artwork;
  const [x, y] = [(box.minX + box.maxX) / 2, (box.minY + box.maxY) / 2];
  const transform: Transform = { a, b, c, d, e: x - a * x - c * y, f: y - b * x - d * y };
  return { layers: artwork.layers, items: artwork.items.map((item) => transformItem(item, transform)) };
}
