import {
  cityMap,
  clusteredGlyphs,
  continuousLine,
  flowField,
  hatchedPortrait,
  hatchingRows,
  truchetTiles,
} from './plotter-art.mjs';
import { numbers, packed } from './random.mjs';

/** Circles filled with parallel lines, like the output of hatching programs. */
function hatching() {
  const next = numbers(2);
  const strokes = [];
  for (let circle = 0; circle < 60; circle++) {
    const [cx, cy, radius, angle] = [15 + next() * 180, 15 + next() * 267, 5 + next() * 15, next() * Math.PI];
    const [ux, uy] = [Math.cos(angle), Math.sin(angle)];
    for (let off = -radius + 0.4; off < radius; off += 0.8) {
      const half = Math.sqrt(radius * radius - off * off);
      const [mx, my] = [cx - uy * off, cy + ux * off];
      strokes.push([mx - ux * half, my - uy * half, mx + ux * half, my + uy * half]);
    }
  }
  return strokes;
}

/** Contour lines of hills, square by square: each line consists of many unordered pieces. */
function map() {
  const next = numbers(3);
  const hills = Array.from({ length: 14 }, () => [
    next() * 210,
    next() * 297,
    15 + next() * 40,
    next() * 2 - 0.6,
  ]);
  const height = (x, y) =>
    hills.reduce(
      (sum, [hx, hy, size, high]) =>
        sum + high * Math.exp(-((x - hx) ** 2 + (y - hy) ** 2) / (2 * size * size)),
      0,
    );
  const side = 1.5;
  const strokes = [];
  for (let x = 5; x < 205; x += side) {
    for (let y = 5; y < 292; y += side) {
      const corners = [
        [x, y],
        [x + side, y],
        [x + side, y + side],
        [x, y + side],
      ];
      const heights = corners.map(([cx, cy]) => height(cx, cy));
      for (let level = -0.6; level < 2; level += 0.1) {
        const crossings = [];
        for (let edge = 0; edge < 4; edge++) {
          const [a, b] = [heights[edge] - level, heights[(edge + 1) % 4] - level];
          if (a < 0 === b < 0) continue;
          const [[ax, ay], [bx, by]] = [corners[edge], corners[(edge + 1) % 4]];
          crossings.push(ax + (bx - ax) * (a / (a - b)), ay + (by - ay) * (a / (a - b)));
        }
        if (crossings.length === 4) strokes.push(crossings);
      }
    }
  }
  return strokes;
}

function maze() {
  const next = numbers(4);
  const [columns, rows, side] = [60, 85, 3.2];
  const walls = new Set();
  for (let column = 0; column <= columns; column++)
    for (let row = 0; row <= rows; row++) {
      if (column < columns) walls.add(`${column} ${row} ${column + 1} ${row}`);
      if (row < rows) walls.add(`${column} ${row} ${column} ${row + 1}`);
    }
  const seen = new Set(['0 0']);
  const way = [[0, 0]];
  while (way.length > 0) {
    const [column, row] = way.at(-1);
    const open = [
      [1, 0],
      [-1, 0],
      [0, 1],
      [0, -1],
    ].filter(([dx, dy]) => {
      const [x, y] = [column + dx, row + dy];
      return x >= 0 && y >= 0 && x < columns && y < rows && !seen.has(`${x} ${y}`);
    });
    if (open.length === 0) {
      way.pop();
      continue;
    }
    const [dx, dy] = open[Math.floor(next() * open.length)];
    const [x, y] = [Math.max(column, column + dx), Math.max(row, row + dy)];
    walls.delete(dx === 0 ? `${column} ${y} ${column + 1} ${y}` : `${x} ${row} ${x} ${row + 1}`);
    seen.add(`${column + dx} ${row + dy}`);
    way.push([column + dx, row + dy]);
  }
  return [...walls].map((wall) => wall.split(' ').map((number) => 9 + side * Number(number)));
}

const letters = {
  a: [
    [4, 2, 2, 1, 0, 3, 1, 6, 3, 6, 4, 4],
    [4, 1, 4, 6],
  ],
  e: [[0, 3, 4, 3, 3, 1, 1, 1, 0, 3, 0, 5, 1, 6, 4, 6]],
  h: [
    [0, -2, 0, 6],
    [0, 3, 2, 1, 4, 3, 4, 6],
  ],
  i: [
    [2, 1, 2, 6],
    [2, -1, 2, -0.7],
  ],
  n: [
    [0, 1, 0, 6],
    [0, 3, 2, 1, 4, 3, 4, 6],
  ],
  o: [[2, 1, 0, 3, 0, 4, 2, 6, 4, 4, 4, 3, 2, 1]],
  r: [
    [0, 1, 0, 6],
    [0, 3, 2, 1, 4, 1],
  ],
  s: [[4, 1, 1, 1, 0, 2, 4, 5, 3, 6, 0, 6]],
  t: [
    [2, -1, 2, 5, 3, 6, 4, 6],
    [0, 1, 4, 1],
  ],
};

function text() {
  const next = numbers(5);
  const names = Object.keys(letters);
  const strokes = [];
  for (let y = 15; y < 285; y += 5) {
    for (let x = 15; x < 193; x += 2.2) {
      if (next() < 0.17) continue;
      const letter = letters[names[Math.floor(next() * names.length)]];
      for (const line of letter) strokes.push(line.map((value, at) => (at % 2 === 0 ? x : y) + value * 0.4));
    }
  }
  return strokes;
}

/** A Hilbert curve in unordered pieces of twenty points. */
function spaceFillingCurve() {
  const next = numbers(6);
  const order = 7;
  const points = [];
  for (let at = 0; at < 4 ** order; at++) {
    let [x, y, rest] = [0, 0, at];
    for (let side = 1; side < 2 ** order; side *= 2) {
      const right = 1 & (rest >> 1);
      const down = 1 & (rest ^ right);
      if (down === 0) {
        if (right === 1) [x, y] = [side - 1 - x, side - 1 - y];
        [x, y] = [y, x];
      }
      x += side * right;
      y += side * down;
      rest >>= 2;
    }
    points.push([10 + x * 1.48, 50 + y * 1.48]);
  }
  const strokes = [];
  for (let at = 0; at + 1 < points.length; at += 20) strokes.push(points.slice(at, at + 21).flat());
  for (let at = strokes.length - 1; at > 0; at--) {
    const other = Math.floor(next() * (at + 1));
    [strokes[at], strokes[other]] = [strokes[other], strokes[at]];
  }
  return strokes;
}

const makers = {
  hatching,
  map,
  maze,
  text,
  'space-filling curve': spaceFillingCurve,
  'flow field': flowField,
  'truchet tiles': truchetTiles,
  'hatched portrait': hatchedPortrait,
  'city map': cityMap,
  'clustered glyphs': clusteredGlyphs,
  'hatching rows': hatchingRows,
  'continuous line': continuousLine,
};

export const realDrawings = Object.keys(makers);

export function realDrawing(name) {
  return packed(makers[name]());
}

/** Returns an A4 drawing with one layer. */
export const drawingOf = (strokes) => ({
  widthMm: 210,
  heightMm: 297,
  layers: [{ name: 'all', colour: '#000000' }],
  strokes: strokes.map((points) => ({ points, layer: 0 })),
  notes: [],
});
