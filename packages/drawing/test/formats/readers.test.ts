import type { DrawingFormatName } from '@stationery/contract/drawing-formats';
import {
  type Drawing,
  DrawingError,
  type Reader,
  type ReadOptions,
  readDrawing,
  readers,
} from '@stationery/drawing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { block, dxfOf, entity, layer, line } from '../support/dxf-of.ts';
import { svgOf } from '../support/svg-of.ts';

/** A file in one format with the same two lines as the other samples. */
interface Sample {
  readonly kind: DrawingFormatName;
  /** A file with two strokes: 0,10 → 20,10 → 20,0 and 5,5 → 10,5, from the top left. */
  readonly twoStrokes: string;
  /** A file with a part that is not drawn and causes a note. */
  readonly withNote: string;
  /** Returns a file with this many strokes of two points. */
  readonly many: (count: number) => string;
  readonly circle: string;
  /** Text that is inserted at random. */
  readonly tokens: readonly string[];
}

const samples: readonly Sample[] = [
  {
    kind: 'svg',
    twoStrokes: svgOf('<path d="M0 10H20V0M5 5H10"/>', 'width="20mm" height="10mm" viewBox="0 0 20 10"'),
    withNote: svgOf('<path d="M0 0H5"/><image href="a.png" width="9" height="9"/>'),
    many: (count) => svgOf('<path d="M0 0H5"/>'.repeat(count)),
    circle: svgOf('<circle cx="20" cy="20" r="20"/>'),
    tokens: ['<', '>', '"', '/', '&', 'e9', '1e308', 'NaN', 'url(#a)', '<g>'],
  },
  {
    kind: 'dxf',
    twoStrokes: dxfOf(
      entity('LWPOLYLINE', 8, '0', 90, 3, 70, 0, 10, 0, 20, 0, 10, 20, 20, 0, 10, 20, 20, 10) +
        line(5, 5, 10, 5, 8, '0'),
    ),
    withNote: dxfOf(line(0, 0, 5, 0) + entity('3DSOLID', 8, '0')),
    many: (count) => dxfOf(line(0, 0, 5, 0).repeat(count)),
    circle: dxfOf(entity('CIRCLE', 10, 20, 20, 20, 40, 20)),
    tokens: [
      '0\n',
      'INSERT\n',
      '10\n',
      '1e308\n',
      'NaN',
      '42\n-1\n',
      '91\n9999\n',
      '70\n-1\n',
      '\\S',
      '%%',
      '9e9',
    ],
  },
  {
    kind: 'hpgl',
    twoStrokes: 'IN;SP1;PU0,0;PD800,0,800,400;PU200,200;PD400,200;PU;SP0;',
    withNote: 'IN;SP1;PU0,0;PD800,0;QQ5;PU;',
    many: (count) => `IN;SP1;${'PU0,0;PD200,0;'.repeat(count)}`,
    circle: 'IN;SP1;PU800,800;CI800;',
    tokens: [
      'PE',
      'LB',
      'PM0',
      'PM2',
      'EP',
      'SC',
      'IP0,0',
      'CI9999999',
      'AA',
      ';',
      ',',
      '-',
      '\x1b.',
      '\x03',
      'RO90',
      'LT-4,',
      'LT0',
      'LT1,.01,1;',
      'IW9,9,99,',
      '9e9',
    ],
  },
  {
    kind: 'g-code',
    twoStrokes:
      'G21 G90\nM5\nG0 X0 Y0\nM3 S1000\nG1 X20 F1000\nG1 Y10\nM5\nG0 X5 Y5\nM3 S1000\nG1 X10 Y5\nM5\nG0 X0 Y0\nM2\n',
    withNote: 'G21\nM5\nG0 X0 Y0\nM3\nG1 X9\nG38.2 X3\nM5\nG0 X0\n',
    many: (count) => `G21\n${'M5\nG0 X0 Y0\nM3\nG1 X5 Y0\n'.repeat(count)}`,
    circle: 'G21\nM5\nG0 X40 Y20\nM3\nG2 X40 Y20 I-20 J0\nM5\nG0 X0 Y0\n',
    tokens: [
      'G2 ',
      'G3 ',
      'R-',
      'I1e',
      'G91\n',
      'G20',
      'G92 X',
      '(',
      ')',
      ';',
      '*33',
      '%',
      'M280 S',
      'T99999',
      '\n',
      '9'.repeat(400),
    ],
  },
];

const pairs = ({ strokes }: Drawing) =>
  strokes.map(({ points }) => Array.from(points, (value) => Math.round(value * 1000) / 1000));

const smallLimits: ReadOptions = { maxPoints: 200_000, maxElements: 20_000 };

/** Expects a complete drawing or a refusal. */
function readsOrRefuses(read: Reader, file: string): void {
  let drawing: Drawing;
  try {
    drawing = read(file, smallLimits);
  } catch (error) {
    if (error instanceof DrawingError) return;
    throw error;
  }
  const { widthMm, heightMm, layers, strokes } = drawing;
  if (!(widthMm >= 0 && heightMm >= 0 && widthMm <= 200_000)) throw new Error('the page has no size');
  for (const { points, layer } of strokes) {
    if (points.length < 4 || points.length % 2 !== 0) throw new Error(`a stroke of ${points.length} numbers`);
    if (!points.every(Number.isFinite)) throw new Error('a point that is not a number');
    if (layers[layer] === undefined) throw new Error('a stroke on no layer');
  }
}

it('every reader has a sample', () => {
  expect(samples.map(({ kind }) => kind)).toEqual(Object.keys(readers));
});

describe.each(samples)('the reader of $kind', ({ kind, twoStrokes, withNote, many, circle, tokens }) => {
  const read = readers[kind];

  it('reads strokes, page and order from text and bytes', () => {
    for (const file of [twoStrokes, new TextEncoder().encode(twoStrokes)]) {
      const drawing = readDrawing(file);
      expect(pairs(drawing)).toEqual([
        [0, 10, 20, 10, 20, 0],
        [5, 5, 10, 5],
      ]);
      expect(drawing.widthMm).toBeCloseTo(20);
      expect(drawing.heightMm).toBeCloseTo(10);
      expect(drawing.notes).toEqual([]);
      expect(drawing.layers).toHaveLength(1);
    }
  });

  it('adds notes about skipped parts and draws the rest', () => {
    const { strokes, notes } = readDrawing(withNote);
    expect(strokes).toHaveLength(1);
    expect(notes).toMatchObject([{ count: 1, text: expect.stringMatching(/^[A-Z“].*\.$/) }]);
  });

  it('refuses files beyond its limits', () => {
    expect(read(many(50), { maxStrokes: 50, maxPoints: 100 }).strokes).toHaveLength(50);
    for (const limits of [{ maxStrokes: 49 }, { maxPoints: 99 }])
      expect(() => read(many(50), limits)).toThrow(expect.objectContaining({ code: 'drawing.too-large' }));
    expect(() => read(circle, { toleranceMm: 0.0001, maxPoints: 500 })).toThrow(/too large/);
  });

  it('draws curves within the tolerance, even if they are enlarged later', () => {
    const count = (options: ReadOptions) => readDrawing(circle, options).strokes[0]?.points.length ?? 0;
    expect(count({ toleranceMm: 0.001 })).toBeGreaterThan(3 * count({ toleranceMm: 0.02 }));
    expect(count({ enlargedToMm: 4000 })).toBeGreaterThan(3 * count({}));
    for (const { points } of readDrawing(circle).strokes)
      for (let at = 0; at < points.length; at += 2)
        expect(Math.hypot(points[at]! - 20, points[at + 1]! - 20)).toBeCloseTo(20, 1);
  });

  it('reports progress that grows to 1', () => {
    const parts: number[] = [];
    read(many(500), { onProgress: (part) => parts.push(part) });
    expect(parts.length).toBeLessThanOrEqual(100);
    expect(parts).toEqual([...parts].sort((a, b) => a - b));
    expect(parts.at(-1)).toBe(1);
  });

  it('makes one layer, or one layer for each colour, if requested', () => {
    expect(readDrawing(twoStrokes, { layersBy: 'none' }).layers[0]?.name).toBe('Drawing');
    expect(readDrawing(twoStrokes, { layersBy: 'colour' }).layers[0]?.name).toBe('#000000');
  });

  // For a longer run, set FORMAT_FUZZ_RUNS=100000.
  it('reads or refuses randomly changed files', () => {
    const numRuns = Number(process.env.FORMAT_FUZZ_RUNS ?? 400);
    const files = [twoStrokes, withNote, circle, ...(corpus[kind] ?? [])];
    const edit = fc.record({
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      remove: fc.nat(12),
      insert: fc.oneof(fc.constantFrom(...tokens), fc.string({ maxLength: 6 }), fc.double().map(String)),
    });
    const change = fc.record({
      file: fc.nat(files.length - 1),
      edits: fc.array(edit, { minLength: 1, maxLength: 8 }),
    });
    const property = fc.property(change, ({ file, edits }) => {
      let text = files[file] as string;
      for (const { at, remove, insert } of edits) {
        const place = Math.floor(at * text.length);
        text = text.slice(0, place) + insert + text.slice(place + remove);
      }
      readsOrRefuses(read, text);
    });
    fc.assert(property, { numRuns });
  }, 3_600_000);
});

/** Files with everything that a reader supports, which tests change at random. */
const corpus: Partial<Record<Sample['kind'], readonly string[]>> = {
  dxf: [
    dxfOf(
      entity('INSERT', 8, 'A', 2, 'B', 10, 1, 20, 2, 41, 2, 42, -1, 50, 30, 70, 3, 71, 2, 44, 9, 45, 9) +
        entity(
          'SPLINE',
          70,
          4,
          71,
          2,
          40,
          0,
          40,
          0,
          40,
          0,
          40,
          1,
          40,
          1,
          40,
          1,
          41,
          1,
          41,
          2,
          41,
          1,
          10,
          1,
          20,
          1,
          10,
          5,
          20,
          9,
          10,
          9,
          20,
          1,
        ) +
        entity('SPLINE', 70, 1, 71, 3, 11, 0, 21, 0, 11, 5, 21, 9, 11, 9, 21, 1) +
        entity('MTEXT', 10, 0, 20, 0, 40, 3, 41, 20, 71, 5, 1, '{\\fArial;a\\Pb} \\S1/2; x') +
        entity('TEXT', 10, 0, 20, 0, 11, 9, 21, 9, 40, 3, 72, 5, 51, 15, 71, 2, 1, '%%d\\U+00e4'),
      {
        tables:
          layer('A', 62, -1) + layer('0', 6, 'D') + entity('LTYPE', 2, 'D', 49, 1, 49, -1, 49, 0, 49, -1),
        blocks: block(
          'B',
          entity('ARC', 8, '0', 10, 5, 20, 5, 40, 3, 50, 10, 51, 5, 210, 0.1, 220, 0.2, 230, -1),
        ),
      },
    ),
    dxfOf(
      entity(
        'HATCH',
        10,
        0,
        20,
        0,
        2,
        'S',
        70,
        1,
        91,
        2,
        92,
        2,
        72,
        1,
        73,
        1,
        93,
        2,
        10,
        0,
        20,
        0,
        42,
        1,
        10,
        9,
        20,
        0,
        42,
        1,
        97,
        0,
        92,
        1,
        93,
        3,
        72,
        2,
        10,
        1,
        20,
        1,
        40,
        5,
        50,
        0,
        51,
        90,
        73,
        1,
        72,
        3,
        10,
        1,
        20,
        1,
        11,
        5,
        21,
        0,
        40,
        0.5,
        50,
        90,
        51,
        180,
        73,
        0,
        72,
        4,
        94,
        1,
        73,
        0,
        74,
        0,
        95,
        4,
        96,
        2,
        40,
        0,
        40,
        0,
        40,
        1,
        40,
        1,
        10,
        0,
        20,
        0,
        10,
        9,
        20,
        9,
        97,
        0,
      ) +
        entity('POLYLINE', 66, 1, 70, 1) +
        entity('VERTEX', 10, 1, 20, 1, 42, -2) +
        entity('VERTEX', 10, 9, 20, 1) +
        entity('SEQEND') +
        entity('SOLID', 10, 0, 20, 0, 11, 9, 21, 0, 12, 0, 22, 9) +
        entity('ELLIPSE', 10, 5, 20, 5, 11, 4, 21, 1, 40, 0.3, 41, 1, 42, 5, 230, -1),
    ),
  ],
  hpgl: [
    '\x1b.(;IN;IP0,0,4000,4000;SC0,100,0,100,1;SP2;PA10,10;PD;PR5,5,5,-5;AA50,50,90;AR1,1,-45,5;CI9;EA20,20;ER3,3;RA5,5;RR2,2;EW9,0,90;WG4,10,20;AT1,1,2,0;RT1,1,2,0;',
    'IN;SP1;SI.2,.3;DI1,1;LO5;LBHello\r\n\x03;DT#;LBmore#SR1,2;DR1,0;SL.3;CP;CP2,1;LBx\bz#PM0;PD0,0,9,9,0,9;PM1;CI4;PM2;EP;FP;',
    'IN;SP1;PC2,255,0,0;RO90;PS4000,3000;LT2,4;IW0,0,900,900;PE<=\x7f\xc0\xc1\xbf;PE7<=__?_A_b;PE:A>B<CCC;SP0;PD9,9;PG;PD5,5;UC1,2;SMx;CO "a;b";VS9;',
  ],
  'g-code': [
    '%\nO1 (a)\nN10 G20 G91*81\n/G1 X1 Z-1\nG2 X1 Y1 R1\nG3 X1 I.5\nG90.1\nG92 X0\nG28\nT2 M6\nM280 P0 S30\nG1 X3\nM300 S50\nG1 X9\nM117 hello\n$H\nG18\nG2 X1 Y1 I1\nM30\n',
    '; pen 1 of 2: red (#ff0000)\nG21\nG0 Z5\nG0 X1 Y1\nG1 Z0\nG1 X9 Y9\nG0 Z5\nG0 X4\nG1 Z0\nX5\nX6\nG0 Z5\n',
  ],
};
