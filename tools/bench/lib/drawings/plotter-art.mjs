import { numbers } from './random.mjs';

/** Returns a function of the place: a few waves in random directions, with values around 0. */
function smoothField(next, waves = 6) {
  const parts = Array.from({ length: waves }, () => {
    const [angle, length, phase] = [next() * 2 * Math.PI, 60 + next() * 160, next() * 2 * Math.PI];
    const turn = (2 * Math.PI) / length;
    return [Math.cos(angle) * turn, Math.sin(angle) * turn, phase];
  });
  return (x, y) => parts.reduce((sum, [kx, ky, phase]) => sum + Math.sin(kx * x + ky * y + phase), 0) / waves;
}

/** Lines that follow a field and keep a distance from earlier lines. */
export function flowField() {
  const next = numbers(11);
  const angle = smoothField(next);
  const [apart, step] = [1.6, 0.8];
  const taken = new Map();
  const cellOf = (x, y) => `${Math.floor(x / apart)} ${Math.floor(y / apart)}`;
  const isFree = (x, y, line) => {
    for (let dx = -1; dx <= 1; dx++)
      for (let dy = -1; dy <= 1; dy++)
        for (const [px, py, other] of taken.get(cellOf(x + dx * apart, y + dy * apart)) ?? [])
          if (other !== line && (px - x) ** 2 + (py - y) ** 2 < apart ** 2) return false;
    return true;
  };
  const strokes = [];
  for (let line = 0; line < 6000; line++) {
    let [x, y] = [10 + next() * 190, 10 + next() * 277];
    const points = [];
    while (x > 8 && x < 202 && y > 8 && y < 289 && points.length < 240 && isFree(x, y, line)) {
      points.push(x, y);
      const key = cellOf(x, y);
      taken.set(key, [...(taken.get(key) ?? []), [x, y, line]]);
      const direction = 4 * angle(x, y);
      x += step * Math.cos(direction);
      y += step * Math.sin(direction);
    }
    if (points.length >= 8) strokes.push(points);
  }
  return strokes;
}

/** Two quarter circles per tile; each arc is a stroke. */
export function truchetTiles() {
  const next = numbers(12);
  const side = 5;
  const strokes = [];
  for (let x = 10; x + side <= 200; x += side) {
    for (let y = 10; y + side <= 287; y += side) {
      const corners =
        next() < 0.5
          ? [
              [0, 0, 0],
              [side, side, 2],
            ]
          : [
              [side, 0, 1],
              [0, side, 3],
            ];
      for (const [cx, cy, quarter] of corners) {
        strokes.push(
          Array.from({ length: 9 }, (_, at) => {
            const turn = (quarter + at / 8) * (Math.PI / 2);
            return [x + cx + (side / 2) * Math.cos(turn), y + cy + (side / 2) * Math.sin(turn)];
          }).flat(),
        );
      }
    }
  }
  return strokes;
}

/** A hatched head; darker areas are hatched in more directions. */
export function hatchedPortrait() {
  const next = numbers(13);
  const grain = smoothField(next, 10);
  const darkness = (x, y) => {
    const [fx, fy] = [(x - 105) / 62, (y - 140) / 88];
    const inside = fx * fx + fy * fy;
    if (inside > 1) return 0;
    const eye = (ex) => 0.7 * Math.exp(-((fx - ex) ** 2 + (fy + 0.2) ** 2) / 0.02);
    const mouth = 0.6 * Math.exp(-((fx / 3) ** 2 + (fy - 0.45) ** 2) / 0.006);
    return 0.35 + 0.4 * fx * inside + 0.25 * grain(x, y) + eye(-0.38) + eye(0.38) + mouth;
  };
  const strokes = [];
  for (const [degrees, from] of [
    [45, 0.25],
    [-45, 0.5],
    [0, 0.7],
  ]) {
    const [ux, uy] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
    for (let off = -110; off <= 110; off += 1.1) {
      let begin;
      for (let along = -110; along <= 110; along += 0.5) {
        const isDark = darkness(105 + ux * along - uy * off, 140 + uy * along + ux * off) > from;
        if (isDark) begin ??= along;
        if (isDark && along < 110) continue;
        if (begin !== undefined && along - begin > 1)
          strokes.push([begin, along].flatMap((mm) => [105 + ux * mm - uy * off, 140 + uy * mm + ux * off]));
        begin = undefined;
      }
    }
  }
  return strokes;
}

/** Streets between crossings, and houses as closed outlines. */
export function cityMap() {
  const next = numbers(14);
  const strokes = [];
  for (let town = 0; town < 7; town++) {
    const [cx, cy, turn] = [30 + next() * 150, 30 + next() * 237, next() * Math.PI];
    const [ux, uy] = [Math.cos(turn), Math.sin(turn)];
    const at = (a, b) => [cx + a * ux - b * uy, cy + a * uy + b * ux];
    const blocks = 4 + Math.floor(next() * 5);
    const side = 4 + next() * 4;
    for (let a = -blocks; a <= blocks; a++) {
      for (let b = -blocks; b <= blocks; b++) {
        if (a * a + b * b > blocks * blocks || next() < 0.08) continue;
        strokes.push([...at(a * side, b * side), ...at((a + 1) * side, b * side)]);
        strokes.push([...at(a * side, b * side), ...at(a * side, (b + 1) * side)]);
        for (let house = 0; house < 3; house++) {
          const [ha, hb] = [(a + 0.15 + 0.28 * house) * side, (b + 0.2) * side];
          const [wide, deep] = [0.2 * side, (0.15 + 0.3 * next()) * side];
          strokes.push([
            ...at(ha, hb),
            ...at(ha + wide, hb),
            ...at(ha + wide, hb + deep),
            ...at(ha, hb + deep),
            ...at(ha, hb),
          ]);
        }
      }
    }
  }
  return strokes;
}

/** Glyphs in clusters: travel within a cluster is short, between clusters long. */
export function clusteredGlyphs() {
  const next = numbers(15);
  const strokes = [];
  for (let group = 0; group < 40; group++) {
    const [cx, cy] = [15 + next() * 180, 15 + next() * 267];
    for (let glyph = 0; glyph < 12 + next() * 30; glyph++) {
      const [x, y] = [cx + (next() - 0.5) * 14, cy + (next() - 0.5) * 14];
      for (let line = 0; line < 1 + next() * 3; line++)
        strokes.push(
          Array.from({ length: 2 + Math.floor(next() * 3) }, () => [
            x + (next() - 0.5) * 2.4,
            y + (next() - 0.5) * 2.4,
          ]).flat(),
        );
    }
  }
  return strokes;
}

/** Rows of hatched fields. The ends nearest to an end are in the same field. */
export function hatchingRows() {
  const strokes = [];
  for (let field = 0; field < 12; field++) {
    const [left, top] = [12 + 65 * (field % 3), 12 + 70 * Math.floor(field / 3)];
    for (let row = 0; row < 60; row++) strokes.push([left, top + row, left + 20 + 3 * field, top + row]);
  }
  return strokes;
}

/** One line that crosses itself and partly retraces itself. */
export function continuousLine() {
  const next = numbers(16);
  const points = [105, 148];
  let heading = 0;
  for (let step = 0; step < 1500; step++) {
    heading = Math.floor(next() * 4);
    const [x, y] = points.slice(-2);
    const mm = 2 * (1 + Math.floor(next() * 6));
    const [nx, ny] = [x + [mm, 0, -mm, 0][heading], y + [0, mm, 0, -mm][heading]];
    if (nx > 10 && nx < 200 && ny > 10 && ny < 287) points.push(nx, ny);
  }
  return [points];
}
