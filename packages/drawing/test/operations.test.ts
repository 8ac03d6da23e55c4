import { type Operation, type OperationKind, operationTable } from '@stationery/contract/operation-table';
import { randomNumbers } from '@stationery/contract/random-numbers';
import { defaultMachine, planDrawing, planFile, readSvg } from '@stationery/drawing';
import { describe, expect, it } from 'vitest';
import type { Area } from '../src/area/area.ts';
import { normaliseArea } from '../src/area/combine-areas.ts';
import { hatchArea } from '../src/area/hatch-area.ts';
import { insetArea } from '../src/area/inset-area.ts';
import { addStrokeRings } from '../src/area/stroke-area.ts';
import { lengthOf } from '../src/geometry/dash.ts';
import { Polylines } from '../src/geometry/polylines.ts';
import { type Artwork, boxOfLines } from '../src/operations/artwork.ts';
import { inOrder, runOperations } from '../src/operations/run-operations.ts';
import { WorkLimit } from '../src/operations/work-limit.ts';
import { placeOn } from '../src/plan/placement.ts';
import { resolveOptions } from '../src/plan/plan-options.ts';
import { distanceToEdges, holds, sizeOf } from './support/area-reference.ts';
import { randomAreas } from './support/random-areas.ts';

const rounds = Number(process.env.AREA_FUZZ_ROUNDS ?? 200);
const none = () => {};
const machine = { ...defaultMachine, limits: null };
const everywhere = { minX: -1e8, minY: -1e8, maxX: 1e8, maxY: 1e8 };

const svg = (inner: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="100mm" height="100mm" viewBox="0 0 100 100">${inner}</svg>`;

function run(inner: string, operations: readonly Operation[], limit?: WorkLimit): Artwork {
  const drawing = readSvg(svg(inner), { shapes: true });
  const placement = placeOn(drawing, resolveOptions({ machine, fit: 'none', operations }));
  return runOperations(drawing, operations, placement, () => true, limit);
}

const lengthOfLines = ({ items }: Artwork) =>
  items.reduce((sum, { lines }) => sum + lines.reduce((all, line) => all + lengthOf(asLines(line)), 0), 0);

function asLines(points: Float64Array): Polylines {
  const lines = new Polylines();
  for (let at = 0; at < points.length; at += 2) lines.add(points[at]!, points[at + 1]!);
  lines.end(false);
  return lines;
}

/** Yields every point of the lines and the middle of each segment. */
function* places({ points, ends }: Polylines): Generator<[number, number]> {
  let from = 0;
  for (const end of ends) {
    for (let at = from; at < end; at += 2) {
      yield [points[at]!, points[at + 1]!];
      if (at + 2 < end) yield [(points[at]! + points[at + 2]!) / 2, (points[at + 1]! + points[at + 3]!) / 2];
    }
    from = end;
  }
}

const sizeOfAll = ({ rings: { points, length } }: Area) => {
  const all = points.subarray(0, length);
  return all.length === 0 ? 0 : all.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
};

describe('areas of all kinds', () => {
  it(`are hatched over their whole surface, and nowhere else (${rounds} at random)`, () => {
    for (let seed = 1; seed <= rounds; seed++) {
      const random = randomNumbers(seed);
      const [area] = randomAreas(random);
      const size = sizeOfAll(area);
      const spacing = Math.max(size / 300, 1e-9);
      const angle = random() * 360;
      const out = new Polylines();
      hatchArea(area, { spacing, angle, within: everywhere }, out, none);
      const slack = Math.max(size * 1e-9, 1e-12);
      for (const [x, y] of places(out))
        if (!holds(area, x, y) && distanceToEdges(area, x, y) > slack)
          throw new Error(`seed ${seed}: a line is outside at ${x}, ${y}`);
      const whole = normaliseArea(area, none);
      const { surface, length } = sizeOf(whole);
      const hatched = new Polylines();
      hatchArea(whole, { spacing, angle, within: everywhere }, hatched, none);
      // Allow for lines that connect adjacent hatch lines along the outline.
      const most = surface + (length + 4 * spacing) * spacing * 3;
      const inked = lengthOf(hatched) * spacing;
      if (inked > most || inked < surface - (length + 4 * spacing) * spacing)
        throw new Error(`seed ${seed}: ${inked} for ${surface}`);
    }
  });

  it('can be inset, and strokes can be converted to areas', () => {
    for (let seed = 1; seed <= rounds / 4; seed++) {
      const random = randomNumbers(seed);
      const [area] = randomAreas(random);
      const size = sizeOfAll(area);
      const distance = size / 40 + 1e-9;
      const inner = insetArea(area, distance, distance / 100, none);
      const slack = Math.max(size * 2 ** -20, 2 ** -12);
      // Normalise first, because the inner edges of an area that covers a part twice are not part of its
      // outline.
      const outline = normaliseArea(area, none);
      for (const [x, y] of places(inner.rings))
        if (distanceToEdges(outline, x, y) < distance - slack - distance / 50 || !holds(area, x, y))
          throw new Error(`seed ${seed}: ${x}, ${y} is too near the outline`);
      const line = area.rings.points.subarray(0, area.rings.ends[0] ?? 0);
      const style = { widthMm: 2 * distance, cap: 'round', join: 'round', miterLimit: 4 } as const;
      const rings = new Polylines();
      addStrokeRings(line, style, distance / 100, rings, none);
      for (const [x, y] of places(rings)) expect(Number.isFinite(x + y)).toBe(true);
      for (const [x, y] of places(asLines(line)))
        if (
          !holds({ rings, rule: 'nonzero' }, x, y) &&
          distanceToEdges({ rings, rule: 'nonzero' }, x, y) > slack
        )
          throw new Error(`seed ${seed}: the stroke does not cover ${x}, ${y}`);
    }
  });
});

describe('hatching', () => {
  const squareWithHole = '<path fill-rule="evenodd" d="M10 10h80v80h-80zM30 30h40v40h-40z"/>';

  it('draws rings in a square with a hole, without extra points where it changes rings', () => {
    const limit = new WorkLimit();
    const { items } = run(squareWithHole, [{ kind: 'hatch', pattern: 'inset', spacingMm: 0.25 }], limit);
    const rings = items[1]!.lines;
    expect(rings.length).toBeGreaterThan(70);
    for (const ring of rings) expect(ring.length / 2).toBeLessThan(200);
    expect(lengthOfLines({ layers: [], items: [items[1]!] }) * 0.25).toBeGreaterThan(4700);
  });

  it('draws rings in ten thousand shapes', () => {
    const circles = Array.from(
      { length: 10_000 },
      (_, at) => `<circle cx="${(at % 100) + 0.5}" cy="${Math.floor(at / 100) + 0.5}" r="0.45"/>`,
    );
    const { items } = run(circles.join(''), [{ kind: 'hatch', pattern: 'inset', spacingMm: 0.2 }]);
    expect(items.filter(({ lines }) => lines.length === 2)).toHaveLength(10_000);
  });

  it('counts parts that are narrower than the pen or the spacing', () => {
    const parts = 'M10 10h30v30h-30zM50 10.1h30v0.2h-30zM50 20.1h30v0.2h-30z';
    const limit = new WorkLimit();
    run(`<path d="${parts}"/>`, [{ kind: 'hatch', spacingMm: 2, angle: 0 }], limit);
    expect(limit.narrowFills).toBe(2);
    const operations = [{ kind: 'hatch', penMm: 0.5, outline: false }] as const;
    const drawing = readSvg(svg('<path d="M10 10h30v0.2h-30z"/>'), { shapes: true });
    const { lifts, warnings } = planDrawing(drawing, { fit: 'none', operations });
    expect(lifts).toBe(0);
    expect(warnings).toMatchObject([{ code: 'fill-too-narrow', count: 1 }]);
  });

  it('connects lines only along edges of the filled area', () => {
    // The hole shares a part of its left edge with the outline. Neither side of that edge is filled.
    const touching = '<path fill-rule="evenodd" d="M10 10h40v40h-40zM10 18h20v3.3h-14v3h14v3.4h-20z"/>';
    for (const angle of [0, 30, 90]) {
      const { items } = run(touching, [{ kind: 'hatch', spacingMm: 1.5, angle, outline: false }]);
      const area = { rings: items[0]!.fill!.area.rings, rule: 'evenodd' } as const;
      const outline = normaliseArea(area, none);
      for (const line of items[1]!.lines)
        for (const [x, y] of places(asLines(line)))
          if (!holds(outline, x, y)) expect(distanceToEdges(outline, x, y)).toBeLessThan(1e-6);
    }
  });

  const square = '<rect x="10" y="10" width="40" height="40"/>';

  it('draws a square in one stroke, on hatch lines that all shapes share', () => {
    const { items } = run(square, [{ kind: 'hatch', spacingMm: 1, angle: 0, outline: false }]);
    const [line] = items[1]!.lines;
    expect(items[1]!.lines).toHaveLength(1);
    expect(line!.slice(0, 8)).toEqual(Float64Array.of(10, 10.5, 50, 10.5, 50, 11.5, 10, 11.5));
    expect(items[0]!.lines).toEqual([]);
    const two = run(`${square}<rect x="60.3" y="20.2" width="20" height="30"/>`, [
      { kind: 'hatch', spacingMm: 1, angle: 0 },
    ]);
    for (const line of two.items[3]!.lines)
      for (let at = 1; at < line.length; at += 2) expect(line[at]! % 1).toBeCloseTo(0.5, 9);
  });

  describe('of a gradient', () => {
    const shaded = (gradient: string, stops = '<stop stop-color="#fff"/><stop offset="1"/>') =>
      `${gradient.replace('>', ' id="g">').replace('</', `${stops}</`)}<rect x="10" y="10" width="80" height="80" fill="url(#g)"/>`;
    const linear = '<linearGradient></linearGradient>';
    /** Returns the share of all line length in each fifth of the square, from left to right. */
    const shares = (body: string, angle = 0) => {
      const { items } = run(body, [{ kind: 'hatch', spacingMm: 0.5, angle, outline: false }]);
      const lengths = [0, 0, 0, 0, 0];
      for (const line of items[1]!.lines)
        for (let at = 2; at < line.length; at += 2) {
          const [x, length] = [
            (line[at]! + line[at - 2]!) / 2,
            Math.hypot(line[at]! - line[at - 2]!, line[at + 1]! - line[at - 1]!),
          ];
          const parts = Math.ceil(length);
          for (let part = 0; part < parts; part++) {
            const there =
              angle === 0 ? line[at - 2]! + ((part + 0.5) / parts) * (line[at]! - line[at - 2]!) : x;
            lengths[Math.min(4, Math.max(0, Math.floor((there - 10) / 16)))]! += length / parts;
          }
        }
      return lengths.map((length) => length / (16 * 160));
    };

    it.each([0, 90])('draws more lines where the gradient is darker, at %d degrees', (angle) => {
      const found = shares(shaded(linear), angle);
      for (const [at, share] of found.entries()) expect(Math.abs(share - (at + 0.5) / 5)).toBeLessThan(0.08);
    });

    it('follows units, transforms, spread, opacity and stops that are inherited from another gradient', () => {
      const user =
        '<linearGradient gradientUnits="userSpaceOnUse" x1="10" x2="26" spreadMethod="repeat"></linearGradient>';
      for (const share of shares(shaded(user))) expect(Math.abs(share - 0.5)).toBeLessThan(0.08);
      const back = shares(shaded('<linearGradient gradientTransform="rotate(180 .5 .5)"></linearGradient>'));
      expect(back[0]! - back[4]!).toBeGreaterThan(0.6);
      const faint = shares(
        shaded(linear, '<stop stop-opacity="0"/><stop offset="100%" style="stop-color:red"/>'),
      );
      expect(faint[4]!).toBeGreaterThan(0.8);
      expect(faint[0]!).toBeLessThan(0.2);
      const other = `<linearGradient id="o"><stop/><stop offset="1" stop-color="#fff"/></linearGradient>${shaded('<linearGradient href="#o"></linearGradient>', '')}`;
      expect(shares(other)[0]! - shares(other)[4]!).toBeGreaterThan(0.6);
      const middle = shares(
        shaded('<radialGradient></radialGradient>', '<stop/><stop offset="1" stop-color="#fff"/>'),
      );
      expect(middle[2]!).toBeGreaterThan(2 * middle[0]!);
    });

    it('reads the stops once, however many shapes use the gradient', () => {
      const shape = '<rect width="9" height="9" fill="url(#g)"/>';
      const { items } = run(`${shaded(linear)}${shape}${shape}`, []);
      const [first, ...others] = items.map(({ fill }) => fill!.shade!.stops);
      expect(others).toHaveLength(2);
      for (const stops of others) expect(stops).toBe(first);
    });

    it('uses more of the work budget with more stops', () => {
      const many = '<stop stop-color="#fff"/><stop/>'.repeat(500);
      const hatched = (stops?: string) => () =>
        run(shaded(linear, stops), [{ kind: 'hatch', spacingMm: 0.5 }], new WorkLimit(1_000_000));
      expect(hatched()).not.toThrow();
      expect(hatched(many)).toThrow('takes too long for this drawing');
    });

    it('uses the first colour that is not white', () => {
      const stops = '<stop stop-color="#fff"/><stop offset="1" stop-color="#800"/>';
      const { layers } = run(shaded(linear, stops), [{ kind: 'hatch' }]);
      expect(layers.map(({ colour }) => colour)).toEqual(['#880000']);
    });

    it('treats a gradient of even brightness like a plain colour', () => {
      const even = shaded(linear, '<stop stop-color="#222"/><stop offset="1" stop-color="#222"/>');
      expect(shares(even).every((share) => share > 0.95)).toBe(true);
    });

    it('moves together with the drawing', () => {
      const { items } = run(shaded(linear), [
        { kind: 'rotate', degrees: 90 },
        { kind: 'hatch', spacingMm: 0.5, angle: 0, outline: false },
      ]);
      const ys = items[1]!.lines.map((line) => line[1]!);
      const middle = (Math.min(...ys) + Math.max(...ys)) / 2;
      const lower = items[1]!.lines.filter((line) => line[1]! > middle);
      expect(lower.length).toBeGreaterThan(2 * (items[1]!.lines.length - lower.length));
    });
  });

  it('respects holes, clip paths, fill rules, layers and colours', () => {
    const ring = '<path fill="red" fill-rule="evenodd" d="M10 10H50V50H10ZM20 20H40V40H20Z"/>';
    const clip = `<clipPath id="c"><rect width="30" height="100"/></clipPath><g clip-path="url(#c)">${square}</g>`;
    const inside = (artwork: Artwork, isIn: (x: number, y: number) => boolean) =>
      artwork.items.every(({ lines }) =>
        lines.every((line) => [...places(asLines(line))].every(([x, y]) => isIn(x, y))),
      );
    const hole = run(ring, [{ kind: 'hatch', outline: false }]);
    expect(inside(hole, (x, y) => !(x > 20.001 && x < 39.999 && y > 20.001 && y < 39.999))).toBe(true);
    expect(lengthOfLines(hole) * 0.5).toBeGreaterThan(1190);
    expect(inside(run(clip, [{ kind: 'hatch' }]), (x) => x <= 30.001)).toBe(true);
    const red = run(`${ring}${square}`, [{ kind: 'hatch', layers: ['#ff0000'] }]);
    expect(red.items).toHaveLength(3);
    expect(() => run(square, [{ kind: 'hatch', layers: ['Sky'] }])).toThrow('There is no layer “Sky”');
  });

  it('draws crossed lines and insets, and allows for the width of the pen', () => {
    const plain = lengthOfLines(run(square, [{ kind: 'hatch', angle: 0, outline: false }]));
    const cross = lengthOfLines(run(square, [{ kind: 'hatch', angle: 0, pattern: 'cross', outline: false }]));
    expect(cross).toBeCloseTo(2 * plain, 6);
    const rings = run(square, [{ kind: 'hatch', pattern: 'inset', spacingMm: 1, outline: false }]);
    expect(rings.items[1]!.lines).toHaveLength(20);
    expect(lengthOfLines(rings)).toBeCloseTo(1600, 0);
    const solid = run(square, [{ kind: 'hatch', penMm: 0.4, outline: false }]);
    expect(boxOfLines(solid)!.minX).toBeGreaterThanOrEqual(10.2 - 1e-6);
    expect(lengthOfLines(solid) * 0.4).toBeGreaterThan(1550);
  });

  it('adds layers after all others for colours that have no strokes', () => {
    const shapes = svg(
      `<rect width="20" height="20" fill="red" stroke="blue"/><path d="M0 50H9" stroke="lime"/>`,
    );
    const [plain, whole] = [readSvg(shapes), readSvg(shapes, { shapes: true })];
    expect(whole.layers.map(({ name }) => name)).toEqual([
      ...plain.layers.map(({ name }) => name),
      '#ff0000',
    ]);
    expect(whole.strokes).toEqual(plain.strokes);
    const plan = planDrawing(whole, { machine, operations: [{ kind: 'hatch' }] });
    expect(plan.layers.map(({ name }) => name)).toEqual(['#0000ff', '#00ff00', '#ff0000']);
  });
});

describe('hiding lines', () => {
  const lines = (artwork: Artwork, item = 0) => artwork.items[item]!.lines.map((line) => [...line]);
  const under = '<path d="M0 20H100" stroke="black"/>';
  const over = '<circle cx="50" cy="20" r="10" fill="white" stroke="red"/>';

  it('cuts hidden lines exactly, across the document or within a layer, or keeps them', () => {
    expect(lines(run(under + over, [{ kind: 'hide' }]))).toEqual([
      [0, 20, expect.closeTo(40, 6), expect.closeTo(20, 9)],
      [expect.closeTo(60, 6), expect.closeTo(20, 9), 100, 20],
    ]);
    for (const by of ['layer', 'off'] as const)
      expect(lines(run(under + over, [{ kind: 'hide', by }]))).toEqual([[0, 20, 100, 20]]);
    const black = '<rect x="40" y="0" width="20" height="40" fill="black"/>';
    expect(lines(run(under + black, [{ kind: 'hide', by: 'layer' }]))).toHaveLength(2);
    // Shapes that are painted earlier, or are transparent, hide nothing.
    for (const other of [over + under, under + over.replace('/>', ' fill-opacity="0.5"/>')])
      expect(lengthOfLines(run(other, [{ kind: 'hide' }]))).toBeGreaterThan(100);
  });

  it('cuts hatching whatever the order of the operations, and keeps the top shape complete', () => {
    const shapes =
      '<rect width="40" height="40" fill="red"/><rect x="20" width="40" height="40" fill="blue"/>';
    const ways = [
      run(shapes, [{ kind: 'hatch' }, { kind: 'hide' }]),
      run(shapes, [{ kind: 'hide' }, { kind: 'hatch' }]),
    ];
    for (const way of ways) {
      expect(way.items[1]!.lines.every((line) => line.every((x, at) => at % 2 === 1 || x <= 20.001))).toBe(
        true,
      );
      expect(way.items[3]!.lines).toEqual(run(shapes, [{ kind: 'hatch' }]).items[3]!.lines);
    }
    expect(inOrder([{ kind: 'merge' }, { kind: 'hide' }, { kind: 'hatch' }]).map(({ kind }) => kind)).toEqual(
      ['hatch', 'hide', 'merge'],
    );
  });
});

describe('drawing wide strokes', () => {
  it('draws the outline or fills it with passes, with dashes, joins and caps as in the file', () => {
    const line = '<path d="M10 50H60" stroke="black" stroke-width="4" fill="none"/>';
    const around = run(line, [{ kind: 'strokes', penMm: 1 }]);
    expect(boxOfLines(around)).toEqual({ minX: 10, minY: 48.5, maxX: 60, maxY: 51.5 });
    const passes = run(line, [{ kind: 'strokes', as: 'passes', penMm: 1 }]);
    expect(passes.items[0]!.lines).toHaveLength(2);
    expect(run(line, [{ kind: 'strokes', as: 'passes', penMm: 0.9 }]).items[0]!.lines).toHaveLength(3);
    const dashed = line.replace('/>', ' stroke-dasharray="10 5"/>');
    expect(run(dashed, [{ kind: 'strokes' }]).items[0]!.lines).toHaveLength(4);
    const corner = '<path d="M10 90V10H90" fill="none" stroke="black" stroke-width="10"/>';
    const tip = (style: string) =>
      boxOfLines(run(corner.replace('/>', ` ${style}/>`), [{ kind: 'strokes' }]))!;
    expect(tip('').minX).toBeCloseTo(5.15);
    expect(tip('stroke-linejoin="bevel" stroke-linecap="square"').maxX).toBeCloseTo(94.85);
    expect(tip('stroke-linejoin="round" stroke-linecap="round"').maxX).toBeCloseTo(94.85, 1);
  });
});

const examples: { readonly [K in OperationKind]: Extract<Operation, { kind: K }> } = {
  hatch: { kind: 'hatch', spacingMm: 2 },
  hide: { kind: 'hide' },
  strokes: { kind: 'strokes', as: 'passes', penMm: 0.5 },
  filter: { kind: 'filter', shortestMm: 5 },
  merge: { kind: 'merge', gapMm: 1 },
  simplify: { kind: 'simplify', toleranceMm: 0.1 },
  crop: { kind: 'crop', xMm: 10, yMm: 10, widthMm: 60, heightMm: 60 },
  scale: { kind: 'scale', widthMm: 50 },
  rotate: { kind: 'rotate', degrees: 30 },
  mirror: { kind: 'mirror' },
  arrange: { kind: 'arrange', columns: 2 },
  copies: { kind: 'copies', columns: 2, rows: 3, fit: true },
  frame: { kind: 'frame', gapMm: 1 },
  marks: { kind: 'marks', gapMm: 1, sizeMm: 2 },
};
/** Maximum distance by which an operation may extend beyond its input. */
const beyondMm: Partial<Record<OperationKind, number>> = {
  strokes: 5,
  frame: 1.01,
  marks: 4,
  rotate: 50,
  copies: 100,
};

const shapesAt = (random: () => number) =>
  Array.from({ length: 30 }, () => {
    const number = (most: number) => (random() * most).toFixed(2);
    const colour = ['red', 'blue', 'white', 'none'][Math.floor(random() * 4)]!;
    const points = Array.from(
      { length: 1 + Math.floor(random() * 7) },
      () => `${number(100)} ${number(100)}`,
    );
    return `<path d="M${points.join('L')}" fill="${colour}" stroke="${random() < 0.5 ? 'black' : 'none'}" stroke-width="${number(3)}"/>`;
  }).join('');

describe.each(Object.keys(operationTable) as OperationKind[])('the operation %s', (kind) => {
  const operation = examples[kind];

  it('stays within its area, returns finite numbers and is deterministic', () => {
    for (let seed = 1; seed <= 5; seed++) {
      const inner = shapesAt(randomNumbers(seed));
      const [before, after] = [boxOfLines(run(inner, []))!, run(inner, [operation])];
      const box = boxOfLines(after)!;
      const slack = 1e-6 + (beyondMm[kind] ?? 0);
      expect(box.minX).toBeGreaterThanOrEqual(before.minX - slack);
      expect(box.minY).toBeGreaterThanOrEqual(before.minY - slack);
      expect(box.maxX).toBeLessThanOrEqual(before.maxX + slack);
      expect(box.maxY).toBeLessThanOrEqual(before.maxY + slack);
      for (const { lines } of after.items)
        for (const line of lines) {
          expect(line.length).toBeGreaterThanOrEqual(4);
          expect(line.every(Number.isFinite)).toBe(true);
        }
      const drawn = ({ items }: Artwork) => items.map(({ layer, lines }) => ({ layer, lines }));
      expect(drawn(run(inner, [operation]))).toEqual(drawn(after));
    }
  });

  it('accepts empty and degenerate drawings', () => {
    for (const inner of [
      '',
      '<path d="M5 5" stroke="red"/>',
      '<path d="M5 5h0" stroke="red" stroke-linecap="round" stroke-width="3"/>',
      '<path d="M5 5h20h-20z" stroke="red" stroke-width="3"/><rect width="0.0001" height="90"/>',
      '<circle cx="50" cy="50" r="1e6" stroke="red" stroke-width="1e5"/>',
    ]) {
      if (kind === 'scale') expect(run(inner, [{ kind: 'scale', factor: 2 }]).layers).toBeDefined();
      else expect(run(inner, [operation]).layers).toBeDefined();
    }
  });

  it('counts its work against the budget', () => {
    if (['arrange', 'scale', 'rotate', 'mirror', 'frame', 'marks'].includes(kind)) return;
    expect(() => run(shapesAt(randomNumbers(1)), [operation], new WorkLimit(20))).toThrow(
      `The operation “${kind}”`,
    );
  });
});

describe('operations on a sheet', () => {
  const cross =
    '<path d="M10 10H40V20" stroke="red" fill="none"/><path d="M10 30H12" stroke="blue" fill="none"/>';

  it('filter, merge, simplify, crop, scale, rotate and mirror the drawing', () => {
    expect(lengthOfLines(run(cross, [{ kind: 'filter', shortestMm: 5 }]))).toBeCloseTo(40);
    expect(lengthOfLines(run(cross, [{ kind: 'filter', longestMm: 5 }]))).toBeCloseTo(2);
    const parts = '<path d="M10 10H20M20.2 10H30" stroke="red"/>';
    expect(run(parts, [{ kind: 'merge' }]).items.at(-1)!.lines).toHaveLength(1);
    const flat = '<path d="M10 10L20 10.01L30 10" stroke="red" fill="none"/>';
    expect(run(flat, [{ kind: 'simplify' }]).items[0]!.lines[0]).toHaveLength(4);
    const cropped = run(cross, [{ kind: 'crop', xMm: 0, yMm: 0, widthMm: 30, heightMm: 15 }]);
    expect(boxOfLines(cropped)).toEqual({ minX: 10, minY: 10, maxX: 30, maxY: 10 });
    const wide = boxOfLines(run(cross, [{ kind: 'scale', widthMm: 60 }]))!;
    expect([wide.maxX - wide.minX, wide.maxY - wide.minY]).toEqual([60, 40]);
    const turned = boxOfLines(run(cross, [{ kind: 'rotate', degrees: 90 }]))!;
    expect([turned.maxX - turned.minX, turned.maxY - turned.minY]).toEqual([20, 30]);
    expect([...run(cross, [{ kind: 'mirror' }]).items[0]!.lines[0]!]).toEqual([40, 10, 10, 10, 10, 20]);
  });

  it('copy the drawing, draw a frame around it, and add marks', () => {
    const sheet = run(cross, [{ kind: 'copies', columns: 2, rows: 2, gapMm: 4 }]);
    expect(sheet.items).toHaveLength(8);
    expect(lengthOfLines(sheet)).toBeCloseTo(168);
    expect(boxOfLines(sheet)).toEqual({ minX: 18, minY: 28, maxX: 82, maxY: 72 });
    // The drawing is 30 × 20 mm, with gaps of 5 mm, between margins of 10 mm on a paper of 100 × 100 mm.
    expect(run(cross, [{ kind: 'copies', fill: true }]).items).toHaveLength(2 * 2 * 3);
    const framed = run(cross, [{ kind: 'frame', gapMm: 2, layer: '#0000ff' }]).items.at(-1)!;
    expect([...framed.lines[0]!]).toEqual([8, 8, 42, 8, 42, 32, 8, 32, 8, 8]);
    expect(run(cross, [{ kind: 'marks' }]).items.map(({ lines }) => lines.length)).toEqual([1, 1, 8, 8]);
  });

  it('leave room for frame and marks, or are refused if there is no room', async () => {
    const file = svg('<path fill="none" stroke="red" d="M0 0H100V100H0Z"/>');
    const operations = [{ kind: 'frame', gapMm: 3 }, { kind: 'marks' }] as const;
    for (const fit of ['auto', 'page', 'drawing'] as const)
      for (const limits of [null, { minX: 0, maxX: 7000, minY: 0, maxY: 20_000 }]) {
        const { plan } = await planFile(file, {
          operations,
          fit,
          marginMm: 2,
          machine: { ...defaultMachine, limits },
        });
        expect(plan.warnings, `${fit} ${limits?.maxX}`).toEqual([]);
      }
    const small = { machine, operations, paper: '40x40mm', marginMm: 10 } as const;
    await expect(planFile(file, small)).rejects.toThrow('Frame, marks and margins leave no room');
    const { plan } = await planFile(file, { ...small, fit: 'none' });
    expect(plan.warnings).toMatchObject([{ code: 'cut-off-at-paper' }]);
    // A drawing that fits keeps its size.
    const asItIs = await planFile(svg('<path fill="none" stroke="red" d="M30 30H60"/>'), {
      machine,
      operations,
    });
    expect(
      Math.max(...asItIs.plan.layers[0]!.strokes.map((points) => lengthOf(asLines(points as Float64Array)))),
    ).toBeCloseTo(84);
  });

  it('can be given as plan options, as objects or as text', async () => {
    const file = svg('<rect x="20" y="20" width="40" height="40" fill="red"/>');
    const { plan, notes } = await planFile(file, {
      machine,
      operations: [{ kind: 'hatch', spacingMm: 1 }, { kind: 'frame' }],
    });
    expect(plan.drawMm).toBeGreaterThan(1600);
    expect(notes).toEqual([]);
    for (const operations of [
      [{ kind: 'hatch', spacingMm: 0 }],
      [{ kind: 'paint' }],
      [{ kind: 'rotate' }],
      [{ kind: 'hide', angle: 2 }],
      Array(51).fill({ kind: 'hide' }),
    ] as unknown as Operation[][])
      await expect(planFile(file, { machine, operations })).rejects.toMatchObject({ option: 'operations' });
  });
});
