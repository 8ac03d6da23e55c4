import type { OperationOf } from '@stationery/contract/operation-table';
import type { Box } from '../../geometry/box.ts';
import { gridInRoom } from '../../geometry/grid-in-room.ts';
import { type Artwork, boxOfLines, transformItem } from '../artwork.ts';
import type { Apply } from '../context.ts';

const workOfPoint = 3;
const defaultGapMm = 5;

export function copyFactor(artwork: Artwork, options: OperationOf<'copies'>, room: Box): number {
  const { columns = 1, rows = 1, gapMm = defaultGapMm, fit = false, fill = false } = options;
  const box = boxOfLines(artwork);
  if (!fit || fill || box === undefined) return 1;
  const [width, height] = [box.maxX - box.minX, box.maxY - box.minY];
  const roomFor = (all: number, count: number) => Math.max(0, all - (count - 1) * gapMm) / count;
  const factors = [
    ...(width > 0 ? [roomFor(room.maxX - room.minX, columns) / width] : []),
    ...(height > 0 ? [roomFor(room.maxY - room.minY, rows) / height] : []),
  ];
  return factors.length > 0 ? Math.min(...factors) : 1;
}

/** Arranges copies in rows and columns, centred between the margins. */
export const copies: Apply<OperationOf<'copies'>> = (artwork, options, { room, limit }) => {
  const { gapMm = defaultGapMm, fill = false } = options;
  const box = boxOfLines(artwork);
  if (box === undefined) return artwork;
  const [width, height] = [box.maxX - box.minX, box.maxY - box.minY];
  const { columns = 1, rows = 1 } = fill
    ? gridInRoom({ widthMm: width, heightMm: height }, gapMm, room)
    : options;
  const by = copyFactor(artwork, options, room);
  const [stepX, stepY] = [width * by + gapMm, height * by + gapMm];
  const left = (room.minX + room.maxX - columns * stepX + gapMm) / 2;
  const top = (room.minY + room.maxY - rows * stepY + gapMm) / 2;
  const points = artwork.items.reduce(
    (sum, { lines, fill }) =>
      sum + lines.reduce((all, line) => all + line.length, fill?.area.rings.length ?? 0) / 2,
    artwork.items.length,
  );
  limit.checkPoints(columns * rows * points);
  limit.work(columns * rows * points * workOfPoint);
  const items = Array.from({ length: columns * rows }, (_, at) => {
    const [column, row] = [at % columns, Math.floor(at / columns)];
    const e = left + column * stepX - by * box.minX;
    const f = top + row * stepY - by * box.minY;
    return artwork.items.map((item) => transformItem(item, { a: by, b: 0, c: 0, d: by, e, f }));
  });
  return { ...artwork, items: items.flat() };
};
