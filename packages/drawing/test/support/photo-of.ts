import { type PhotoPoint, type PlottedSheet, pointsBetween, type Raster } from '@stationery/drawing';
import { type Homography, homographyOf, inPhoto } from '../../src/photo/homography.ts';
import type { PlottedStroke } from '../../src/photo/planned-ink.ts';
import { blurred } from '../../src/pictures/tone.ts';

export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

export interface PhotoOptions {
  readonly seed: number;
  readonly sheetMm: readonly [width: number, height: number];
  readonly size: readonly [width: number, height: number];
  /** Corners in the photo, clockwise from the sheet's top left. */
  readonly corners: readonly PhotoPoint[];
  readonly blurPx: number;
  readonly noise: number;
  /** Share of the light that a shadow takes away. */
  readonly shadow: number;
  readonly penMm: number;
  /** Maximum distance of a stroke from its planned place. */
  readonly misplacedMm: number;
  /** Parts missing on the sheet, by stroke. */
  readonly dropped: ReadonlyMap<number, readonly [fromMm: number, toMm: number]>;
}

const pxPerMm = 10;

/** Renders a photo of a plotted sheet on a dark table. */
export function photoOf(sheet: PlottedSheet, options: PhotoOptions): Raster {
  const random = randomFrom(options.seed);
  const [width, height] = options.size;
  const [sheetWidth, sheetHeight] = options.sheetMm;
  const paper = paintedSheet(sheet, options, random);
  const places = [
    { xMm: 0, yMm: 0 },
    { xMm: sheetWidth, yMm: 0 },
    { xMm: sheetWidth, yMm: sheetHeight },
    { xMm: 0, yMm: sheetHeight },
  ];
  // The inverse: maps the photo to the sheet.
  const toSheet = homographyOf(
    options.corners.map(({ x, y }, at) => ({
      at: { xMm: x, yMm: y },
      found: { x: places[at]!.xMm, y: places[at]!.yMm },
    })),
  ) as Homography;
  const [edgeX, edgeY] = [0.3 + 0.4 * random(), 0.3 + 0.4 * random()];
  const tilt = random() - 0.5;
  const channels = [0, 1, 2].map(() => new Float32Array(width * height));
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const { x: xMm, y: yMm } = inPhoto(toSheet, x + 0.5, y + 0.5);
      const isPaper = xMm >= 0 && yMm >= 0 && xMm < sheetWidth && yMm < sheetHeight;
      const [u, v] = [x / width, y / height];
      // A shadow with a soft edge, and light that gets weaker towards one side.
      const inShadow = 1 / (1 + Math.exp(((u - edgeX) * (1 + tilt) + (v - edgeY) * 0.6) * 90));
      const light = (1 - options.shadow * inShadow) * (1 - 0.25 * u - 0.1 * v);
      const at = 3 * (Math.floor(yMm * pxPerMm) * sheetWidth * pxPerMm + Math.floor(xMm * pxPerMm));
      for (let channel = 0; channel < 3; channel++)
        channels[channel]![y * width + x] = light * (isPaper ? paper[at + channel]! : 70);
    }
  const data = new Uint8ClampedArray(4 * width * height).fill(255);
  for (const [channel, values] of channels.entries()) {
    const { values: soft } = blurred({ width, height, values, mmPerPixel: 1 }, options.blurPx);
    for (let at = 0; at < soft.length; at++) {
      const noise = options.noise * (random() + random() + random() + random() - 2) * Math.sqrt(3);
      data[4 * at + channel] = soft[at]! + noise;
    }
  }
  return { width, height, data };
}

/** Returns the sheet as red, green and blue values, by row. */
function paintedSheet(
  { strokes, colours }: PlottedSheet,
  { sheetMm, penMm, misplacedMm, dropped }: PhotoOptions,
  random: () => number,
): Uint8Array {
  const [columns, rows] = [sheetMm[0] * pxPerMm, sheetMm[1] * pxPerMm];
  const paper = new Uint8Array(3 * columns * rows).fill(235);
  for (const [index, { points, pen }] of strokes.entries()) {
    const ink = [1, 3, 5].map((at) => 30 + 0.8 * Number.parseInt(colours[pen]!.slice(at, at + 2), 16));
    const angle = 2 * Math.PI * random();
    const away = misplacedMm * random();
    const gap = dropped.get(index);
    const parts =
      gap === undefined ? [points] : [pointsBetween(points, 0, gap[0]), pointsBetween(points, gap[1], 1e6)];
    for (const part of parts)
      for (let at = 0; at + 3 < part.length; at += 2) {
        const [x, y, dx, dy] = [
          part[at]!,
          part[at + 1]!,
          part[at + 2]! - part[at]!,
          part[at + 3]! - part[at + 1]!,
        ];
        const length = Math.hypot(dx, dy);
        if (length === 0) continue;
        for (let along = 0; along <= length; along += 0.1)
          dot(
            x + (along / length) * dx + away * Math.cos(angle),
            y + (along / length) * dy + away * Math.sin(angle),
            ink,
          );
      }
  }
  return paper;

  function dot(xMm: number, yMm: number, ink: readonly number[]): void {
    const radius = (penMm * pxPerMm) / 2;
    const [cx, cy] = [xMm * pxPerMm, yMm * pxPerMm];
    for (let row = Math.ceil(cy - radius); row <= cy + radius; row++)
      for (let column = Math.ceil(cx - radius); column <= cx + radius; column++) {
        if ((row - cy) ** 2 + (column - cx) ** 2 > radius ** 2) continue;
        if (row < 0 || column < 0 || row >= rows || column >= columns) continue;
        paper.set(ink, 3 * (row * columns + column));
      }
  }
}

const [sheetWidth, sheetHeight] = [200, 140];
const marks = [
  { xMm: 12, yMm: 12 },
  { xMm: 12, yMm: 128 },
  { xMm: 188, yMm: 12 },
  { xMm: 188, yMm: 128 },
];

/**
 * Returns a sheet with curves, letters, hatched and crossing lines, and circles in three colours, between
 * marks.
 */
export function sheetOf(seed: number): PlottedSheet {
  const random = randomFrom(seed);
  const strokes: PlottedStroke[] = marks.flatMap(({ xMm, yMm }) => [
    { points: Float64Array.of(xMm - 2.5, yMm, xMm + 2.5, yMm), pen: 0 },
    { points: Float64Array.of(xMm, yMm - 2.5, xMm, yMm + 2.5), pen: 0 },
  ]);
  const cell = 20;
  for (let left = 20; left + cell <= 180; left += cell)
    for (let top = 20; top + cell <= 120; top += cell) {
      const pen = Math.floor(3 * random());
      const kind = Math.floor(5 * random());
      const inside = (x: number, y: number) => [left + 1 + x * (cell - 2), top + 1 + y * (cell - 2)];
      const add = (points: number[]) => strokes.push({ points: Float64Array.from(points), pen });
      if (kind === 0)
        for (let line = 0; line <= 15; line++) add([...inside(0, line / 15), ...inside(1, line / 15)]);
      else if (kind === 1)
        for (let line = 0; line < 5; line++) {
          add([...inside(0, line / 4), ...inside(1, line / 4)]);
          add([...inside(line / 4, 0), ...inside(line / 4, 1)]);
        }
      else if (kind === 2)
        for (let ring = 1; ring <= 4; ring++)
          add(
            Array.from({ length: 61 }, (_, at) => {
              const angle = (2 * Math.PI * at) / 60;
              return inside(0.5 + (ring / 8) * Math.cos(angle), 0.5 + (ring / 8) * Math.sin(angle));
            }).flat(),
          );
      else if (kind === 3)
        for (let letter = 0; letter < 16; letter++) {
          const [x, y] = [(letter % 4) / 4, Math.floor(letter / 4) / 4];
          add(Array.from({ length: 4 }, () => inside(x + 0.18 * random(), y + 0.18 * random())).flat());
        }
      else
        for (let line = 0; line < 5; line++) {
          const [a, b] = [random(), random()];
          add(
            Array.from({ length: 21 }, (_, at) =>
              inside(at / 20, (line + 0.5 + 0.3 * Math.sin(3 * a + (at * b) / 2)) / 5),
            ).flat(),
          );
        }
    }
  return { strokes, marks, colours: ['#000000', '#cc2222', '#2244bb'] };
}

/** Returns the corners after quarter turns of the sheet. */
export const turned = (corners: readonly PhotoPoint[], by: number) =>
  corners.map((_, at) => corners[(at + by) % 4]!);

const photoSize = [1700, 1250] as const;
/** Corners of a sheet photographed from below and from the side. */
const corners = [
  { x: 190, y: 90 },
  { x: 1540, y: 130 },
  { x: 1650, y: 1170 },
  { x: 60, y: 1120 },
];
export const plainPhoto: PhotoOptions = {
  seed: 1,
  sheetMm: [sheetWidth, sheetHeight],
  size: photoSize,
  corners,
  blurPx: 1,
  noise: 5,
  shadow: 0.4,
  penMm: 0.45,
  misplacedMm: 0.25,
  dropped: new Map(),
};
