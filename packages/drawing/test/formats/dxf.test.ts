import { type Drawing, planFile, type ReadOptions, readDrawing } from '@stationery/drawing';
import { Helper } from 'dxf';
import { describe, expect, it } from 'vitest';
import { block, type DxfParts, dxfOf, entity, layer, line } from '../support/dxf-of.ts';

const rounded = (value: number) => Math.round(value * 1000) / 1000 + 0;

/** Returns the strokes relative to the lower left corner of the page, with y up. */
function strokesOf({ strokes, heightMm }: Drawing): number[][] {
  return strokes.map(({ points }) =>
    Array.from(points, (value, at) => rounded(at % 2 === 0 ? value : heightMm - value)),
  );
}

const read = (entities: string, parts: DxfParts = {}, options: ReadOptions = {}) =>
  readDrawing(dxfOf(entities, parts), options);

/** Two lines that enlarge the page to 100 × 100 mm, so that positions in tests equal those in the file. */
const frame = line(0, 0, 0, 100) + line(0, 0, 100, 0);
const inFrame = (entities: string, parts: DxfParts = {}, options: ReadOptions = {}) =>
  strokesOf(read(frame + entities, parts, options)).slice(2);

const notesOf = (drawing: Drawing) => drawing.notes.map(({ code }) => code);
const ends = (points: readonly number[]) => [...points.slice(0, 2), ...points.slice(-2)];
const middle = (points: readonly number[]) => {
  const at = 2 * Math.floor(points.length / 4);
  return points.slice(at, at + 2);
};

describe('the DXF reader (curves)', () => {
  it('draws full circles, and arcs counterclockwise and across 0°', () => {
    const [arc = [], circle = []] = inFrame(
      entity('ARC', 10, 50, 20, 50, 40, 10, 50, 270, 51, 90) + entity('CIRCLE', 10, 50, 20, 50, 40, 10),
    );
    expect(ends(arc)).toEqual([50, 40, 50, 60]);
    expect(middle(arc)[0]).toBeGreaterThan(59.9);
    expect(ends(circle)).toEqual([60, 50, 60, 50]);
  });

  it('draws ellipses and parts of them', () => {
    const [whole = [], half = []] = inFrame(
      entity('ELLIPSE', 10, 50, 20, 50, 11, 20, 21, 0, 40, 0.5, 41, 0, 42, 2 * Math.PI) +
        entity('ELLIPSE', 10, 50, 20, 50, 11, 0, 21, 20, 40, 0.5, 41, 0, 42, Math.PI),
    );
    for (let at = 0; at < whole.length; at += 2)
      expect(Math.hypot((whole[at]! - 50) / 20, (whole[at + 1]! - 50) / 10)).toBeCloseTo(1, 2);
    expect(ends(half)).toEqual([50, 70, 50, 30]);
    expect(middle(half)[0]).toBeCloseTo(40, 0);
  });

  it('draws open and closed polylines with bulges', () => {
    const vertices = [10, 10, 20, 10, 42, 1, 10, 30, 20, 10];
    const [open = [], closed = []] = inFrame(
      entity('LWPOLYLINE', 90, 2, 70, 0, ...vertices) + entity('LWPOLYLINE', 90, 2, 70, 1, ...vertices),
    );
    // The arc is half a circle to the right of its direction.
    expect(ends(open)).toEqual([10, 10, 30, 10]);
    expect(middle(open)[1]).toBeCloseTo(0, 1);
    expect(ends(closed)).toEqual([10, 10, 10, 10]);
    const old = inFrame(
      entity('POLYLINE', 66, 1, 70, 1) +
        entity('VERTEX', 10, 10, 20, 10, 42, 1) +
        entity('VERTEX', 10, 0, 20, 0, 70, 16) +
        entity('VERTEX', 10, 30, 20, 10) +
        entity('SEQEND'),
    );
    expect(old).toEqual([closed]);
  });

  it('draws B-splines that are Bézier curves, rational or given by fit points', () => {
    const control = [10, 0, 20, 0, 10, 0, 20, 50, 10, 50, 20, 50, 10, 50, 20, 0];
    const knots = [0, 0, 0, 0, 1, 1, 1, 1].flatMap((knot) => [40, knot]);
    const [bezier = []] = inFrame(entity('SPLINE', 70, 8, 71, 3, ...knots, ...control));
    expect(ends(bezier)).toEqual([0, 0, 50, 0]);
    expect(bezier.some((value, at) => at % 2 === 1 && Math.abs(value - 37.5) < 0.02)).toBe(true);
    const half = Math.SQRT1_2;
    const weights = [1, half, 1].flatMap((weight) => [41, weight]);
    const [quarter = []] = inFrame(
      entity('SPLINE', 70, 12, 71, 2, ...[0, 0, 0, 1, 1, 1].flatMap((knot) => [40, knot]), ...weights) +
        '10\n30\n20\n0\n10\n30\n20\n30\n10\n0\n20\n30\n',
    );
    for (let at = 0; at < quarter.length; at += 2)
      expect(Math.hypot(quarter[at]!, quarter[at + 1]!)).toBeCloseTo(30, 1);
    const [fit = []] = inFrame(entity('SPLINE', 70, 8, 71, 3, 11, 0, 21, 0, 11, 10, 21, 10, 11, 20, 21, 0));
    expect(ends(fit)).toEqual([0, 0, 20, 0]);
    expect(fit.some((value, at) => at % 2 === 0 && value === 10 && fit[at + 1] === 10)).toBe(true);
  });

  it('draws points as dots', () => {
    expect(inFrame(entity('POINT', 10, 5, 20, 6))).toEqual([[5, 6, 5, 6]]);
  });

  it('mirrors entities that are seen from below', () => {
    const below = [210, 0, 220, 0, 230, -1];
    const [arc = [], poly] = inFrame(
      entity('ARC', 10, -50, 20, 50, 40, 10, 50, 0, 51, 90, ...below) +
        entity('LWPOLYLINE', 90, 2, 70, 0, ...below, 10, -10, 20, 10, 10, -20, 20, 30),
    );
    expect(ends(arc)).toEqual([40, 50, 50, 60]);
    expect(poly).toEqual([10, 10, 20, 30]);
  });
});

describe('the DXF reader (units)', () => {
  const length = (header: readonly (string | number)[]) => read(line(0, 0, 2, 0), { header });

  it.each([
    ['inches', [9, '$INSUNITS', 70, 1], 50.8],
    ['centimetres', [9, '$MEASUREMENT', 70, 0, 9, '$INSUNITS', 70, 5], 20],
    ['metres', [9, '$INSUNITS', 70, 6], 2000],
    ['English measurement', [9, '$INSUNITS', 70, 0, 9, '$MEASUREMENT', 70, 0], 50.8],
    ['metric measurement', [9, '$MEASUREMENT', 70, 1], 2],
  ] as const)('reads %s', (_, header, mm) => {
    expect(length(header).widthMm).toBeCloseTo(mm);
    expect(length(header).notes).toEqual([]);
  });

  it('assumes millimetres if the file gives no unit, and adds a note', () => {
    expect(length([9, '$ACADVER', 1, 'AC1009']).widthMm).toBe(2);
    expect(notesOf(length([]))).toEqual(['page-size']);
  });

  it('scales full-size maps down, and adds a note', () => {
    const map = read(line(500_000, 5_000_000, 503_000, 5_001_000), { header: [9, '$INSUNITS', 70, 6] });
    expect(map.widthMm).toBeCloseTo(90_000);
    expect(map.heightMm).toBeCloseTo(30_000);
    expect(notesOf(map)).toEqual(['page-size']);
  });
});

describe('the DXF reader (layers)', () => {
  const tables =
    layer('Walls', 62, 1) +
    layer('Doors', 62, 5, 420, 0x123456) +
    layer('Off', 62, -3) +
    entity('LAYER', 2, 'Frozen', 70, 1, 62, 3) +
    layer('Notes', 62, 7, 290, 0) +
    layer('Hue', 62, 21);

  it('takes names and colours from the layer table, and colours from entities that have their own', () => {
    const { layers, strokes } = read(
      line(0, 0, 9, 0, 8, 'Walls') +
        line(0, 1, 9, 1, 8, 'doors') +
        line(0, 2, 9, 2, 8, 'Hue') +
        line(0, 3, 9, 3, 8, 'Walls', 62, 3) +
        line(0, 4, 9, 4, 8, 'Unlisted', 62, 250),
      { tables },
    );
    expect(layers).toEqual([
      { name: 'Walls', colour: '#ff0000' },
      { name: 'Doors', colour: '#123456' },
      { name: 'Hue', colour: '#ff9f7f' },
      { name: 'Unlisted', colour: '#333333' },
    ]);
    expect(strokes.map((stroke) => stroke.layer)).toEqual([0, 1, 2, 0, 3]);
  });

  it('splits a layer by colour for planning', async () => {
    const file = dxfOf(line(0, 0, 9, 0, 8, 'Walls') + line(0, 3, 9, 3, 8, 'Walls', 62, 3), { tables });
    const { plan } = await planFile(file, { pens: 'colours' });
    expect(plan.layers.map(({ colour }) => colour)).toEqual(['#ff0000', '#00ff00']);
  });

  it('skips hidden entities, layouts, and layers that are off, frozen or not for plotting', () => {
    const drawing = read(
      line(0, 0, 9, 0) +
        ['Off', 'Frozen', 'Notes', 'Defpoints'].map((name) => line(0, 5, 9, 5, 8, name)).join('') +
        line(0, 6, 9, 6, 60, 1) +
        line(0, 7, 9, 7, 67, 1),
      { tables: tables + layer('Defpoints') },
    );
    expect(drawing.strokes).toHaveLength(1);
    expect(drawing.notes).toMatchObject([
      { code: 'hidden', count: 5 },
      { code: 'hidden', count: 1 },
    ]);
  });

  it('breaks lines into dashes by their line type and its scale', () => {
    const types = entity('LTYPE', 2, 'DASHED', 70, 0, 73, 2, 40, 5, 49, 3, 74, 0, 49, -2, 74, 0);
    const header = [9, '$INSUNITS', 70, 4, 9, '$LTSCALE', 40, 2];
    const [first, second] = inFrame(line(0, 50, 100, 50, 6, 'Dashed'), { tables: types, header });
    expect(first).toEqual([0, 50, 6, 50]);
    expect(second).toEqual([10, 50, 16, 50]);
  });
});

describe('the DXF reader (blocks)', () => {
  it('places, scales, turns and repeats blocks around their base point', () => {
    const blocks = block('Mark', line(1, 1, 2, 1), 10, 1, 20, 1);
    const placed = inFrame(
      entity('INSERT', 2, 'MARK', 10, 50, 20, 50, 41, 10, 42, 10, 50, 90) +
        entity('INSERT', 2, 'Mark', 10, 10, 20, 20, 70, 2, 71, 2, 44, 5, 45, 7),
      { blocks },
    );
    expect(placed).toEqual([
      [50, 50, 50, 60],
      [10, 20, 11, 20],
      [15, 20, 16, 20],
      [10, 27, 11, 27],
      [15, 27, 16, 27],
    ]);
  });

  it('takes layer 0 and the colour “by block” from the insertion, even in nested blocks', () => {
    const blocks =
      block('Inner', line(0, 0, 1, 0, 8, '0', 62, 0) + line(0, 1, 1, 1, 8, 'Own')) +
      block('Outer', entity('INSERT', 8, '0', 62, 0, 2, 'Inner', 10, 0, 20, 0));
    const { layers } = read(entity('INSERT', 8, 'Sheet', 62, 5, 2, 'Outer', 10, 0, 20, 0), {
      blocks,
      tables: layer('Own', 62, 2),
    });
    expect(layers).toEqual([
      { name: 'Sheet', colour: '#0000ff' },
      { name: 'Own', colour: '#ffff00' },
    ]);
  });

  it('draws the block of a dimension', () => {
    const blocks = block('*D1', line(10, 10, 20, 10));
    expect(inFrame(entity('DIMENSION', 2, '*D1', 10, 3, 20, 3), { blocks })).toEqual([[10, 10, 20, 10]]);
  });

  it('adds notes about missing blocks, external files and blocks that contain themselves', () => {
    const blocks =
      block('Loop', line(0, 0, 9, 9) + entity('INSERT', 2, 'Loop', 10, 1, 20, 1)) +
      entity('BLOCK', 2, 'Site', 70, 4, 10, 0, 20, 0, 1, 'site.dwg') +
      entity('ENDBLK');
    const insert = (name: string) => entity('INSERT', 2, name, 10, 0, 20, 0);
    const drawing = read(insert('Loop') + insert('Site') + insert('Nowhere'), { blocks });
    expect(drawing.strokes).toHaveLength(1);
    expect(notesOf(drawing)).toEqual(['use-circle', 'other-file', 'use-without-target']);
  });
});

describe('the DXF reader (text)', () => {
  const box = (strokes: readonly number[][]) => {
    const x = strokes.flatMap((points) => points.filter((_, at) => at % 2 === 0));
    const y = strokes.flatMap((points) => points.filter((_, at) => at % 2 === 1));
    return [Math.min(...x), Math.min(...y), Math.max(...x), Math.max(...y)].map(Math.round);
  };

  it('writes capitals at the given height, aligned and rotated', () => {
    const text = (...values: (string | number)[]) => box(inFrame(entity('TEXT', 1, 'HH', 40, 10, ...values)));
    const [left, bottom, right, top] = text(10, 50, 20, 50) as [number, number, number, number];
    expect([left >= 50, bottom, top]).toEqual([true, 50, 60]);
    const width = right - left;
    const centred = text(10, 0, 20, 0, 11, 50, 21, 50, 72, 1, 73, 2);
    expect(Math.abs(centred[0]! + centred[2]! - 100)).toBeLessThanOrEqual(1);
    expect(centred[1]).toBe(45);
    const turned = text(10, 50, 20, 20, 50, 90);
    expect([turned[0], turned[2], turned[3]! - turned[1]!]).toEqual([40, 50, width]);
    const fitted = text(10, 20, 20, 50, 11, 80, 21, 50, 72, 5);
    expect(fitted[2]! - fitted[0]!).toBeGreaterThan(45);
    expect([fitted[1], fitted[3]]).toEqual([50, 60]);
  });

  it('writes paragraphs without their formatting', () => {
    const plain = inFrame(entity('MTEXT', 10, 10, 20, 90, 40, 5, 71, 1, 1, 'A 1/2 m\\Päo'));
    const formatted = inFrame(
      entity(
        'MTEXT',
        10,
        10,
        20,
        90,
        40,
        5,
        71,
        1,
        3,
        '{\\fArial|b1|i0;\\C1;A} \\S1^2; ',
        1,
        '\\H2.5x;m\\P\\U+00E4\\Lo\\l',
      ),
    );
    expect(formatted).toEqual(plain);
  });

  it('wraps paragraphs at their width', () => {
    const low = (width: number) =>
      box(inFrame(entity('MTEXT', 10, 10, 20, 90, 40, 5, 41, width, 71, 1, 1, 'HHHH HHHH')))[1];
    expect(low(1000)).toBe(85);
    expect(low(25)).toBe(77);
  });

  it('reads special characters, old code pages and values of attributes', () => {
    const drawing = read(entity('TEXT', 10, 0, 20, 0, 40, 5, 1, '%%c5%%p1%%d %%065'));
    expect(notesOf(drawing)).toEqual(['text-font']);
    const file = dxfOf(entity('TEXT', 10, 0, 20, 0, 40, 5, 1, 'X'), {
      header: [9, '$INSUNITS', 70, 4, 9, '$DWGCODEPAGE', 3, 'ANSI_1251'],
    });
    const bytes = Buffer.from(file.replace('\nX\n', '\n\xc6\n'), 'latin1');
    expect(strokesOf(readDrawing(bytes))).toEqual(strokesOf(readDrawing(file.replace('\nX\n', '\nЖ\n'))));
    const attributes = inFrame(
      entity('INSERT', 66, 1, 2, 'Empty', 10, 0, 20, 0) +
        entity('ATTRIB', 10, 50, 20, 50, 40, 5, 1, 'I', 2, 'TAG', 70, 0) +
        entity('SEQEND'),
      { blocks: block('Empty', entity('ATTDEF', 10, 0, 20, 0, 40, 5, 1, 'default', 2, 'TAG')) },
    );
    expect(attributes).toHaveLength(1);
  });
});

describe('the DXF reader (areas)', () => {
  const square = (from: number, to: number) => [
    10,
    from,
    20,
    from,
    10,
    to,
    20,
    from,
    10,
    to,
    20,
    to,
    10,
    from,
    20,
    to,
  ];
  const hatch = (isSolid: number) =>
    entity(
      'HATCH',
      ...[10, 0, 20, 0, 30, 0, 210, 0, 220, 0, 230, 1, 2, 'ANSI31', 70, isSolid, 71, 0, 91, 2],
      ...[92, 7, 72, 0, 73, 1, 93, 4, ...square(10, 60), 97, 0],
      // A circle made of two edges.
      ...[92, 1, 93, 2, 72, 2, 10, 30, 20, 30, 40, 10, 50, 0, 51, 180, 73, 1],
      ...[72, 2, 10, 30, 20, 30, 40, 10, 50, 180, 51, 360, 73, 1, 97, 0],
      ...[
        75, 1, 76, 1, 52, 0, 41, 1, 77, 0, 78, 1, 53, 45, 43, 0, 44, 0, 45, -1, 46, 1, 79, 0, 98, 1, 10, 5,
        20, 5,
      ],
    );

  it('reads hatches as areas with holes', () => {
    const drawing = read(frame + hatch(1), {}, { shapes: true });
    const shape = drawing.shapes?.[2];
    expect(shape).toMatchObject({ strokeCount: 2, fill: { isOpaque: true, area: { rule: 'evenodd' } } });
    expect(strokesOf(drawing)[2]).toEqual([10, 10, 60, 10, 60, 60, 10, 60, 10, 10]);
    expect(notesOf(drawing)).toEqual(['fill-outlined']);
    expect(inFrame(hatch(1), {}, { fill: 'skip' })).toEqual([]);
    expect(read(frame + hatch(0), {}, { shapes: true }).shapes?.[2]?.fill?.isOpaque).toBe(false);
  });

  it('fills hatches with lines, around their holes', async () => {
    const { plan } = await planFile(dxfOf(frame + hatch(1)), {
      fit: 'none',
      marginMm: 0,
      operations: [{ kind: 'hatch', spacingMm: 1, angle: 0 }],
    });
    // The hatch lines of 2186 mm², outlines of 263 mm and the frame of 200 mm.
    expect(plan.drawMm).toBeGreaterThan(2400);
    expect(plan.drawMm).toBeLessThan(3000);
  });

  it('reads edges that are lines, clockwise arcs, parts of ellipses and splines', () => {
    const edges = [
      ...[72, 1, 10, 10, 20, 10, 11, 50, 21, 10],
      // Angles of clockwise edges are negated in the file.
      ...[72, 2, 10, 50, 20, 20, 40, 10, 50, 90, 51, 270, 73, 0],
      ...[72, 3, 10, 40, 20, 30, 11, 10, 21, 0, 40, 0.5, 50, 0, 51, 180, 73, 1],
      ...[72, 4, 94, 1, 73, 0, 74, 0, 95, 5, 96, 3, 40, 0, 40, 0, 40, 1, 40, 2, 40, 2],
      ...[10, 30, 20, 30, 10, 5, 20, 20, 10, 10, 20, 10, 97, 0],
    ];
    const [ring = []] = inFrame(
      entity(
        'HATCH',
        10,
        0,
        20,
        0,
        30,
        0,
        2,
        'SOLID',
        70,
        1,
        71,
        0,
        91,
        1,
        92,
        1,
        93,
        4,
        ...edges,
        97,
        0,
        75,
        0,
        76,
        1,
      ),
    );
    expect(ends(ring)).toEqual([10, 10, 10, 10]);
    const has = (x: number, y: number) =>
      ring.some((value, at) => at % 2 === 0 && Math.hypot(value - x, ring[at + 1]! - y) < 0.7);
    for (const [x, y] of [
      [50, 10],
      [40, 20],
      [50, 30],
      [40, 35],
      [30, 30],
      [5, 20],
    ] as const)
      expect([x, y, has(x, y)]).toEqual([x, y, true]);
  });

  it('reads solids as areas', () => {
    const corners = [10, 10, 20, 10, 11, 20, 21, 10, 12, 10, 22, 20, 13, 20, 23, 20];
    expect(inFrame(entity('SOLID', ...corners))).toEqual([[10, 10, 20, 10, 20, 20, 10, 20, 10, 10]]);
  });
});

describe('the DXF reader (files)', () => {
  it('reads binary files of R12 and later', () => {
    const text = dxfOf(frame + entity('LWPOLYLINE', 90, 2, 70, 0, 10, 1.5, 20, 2, 10, 30, 20, 40));
    const expected = strokesOf(readDrawing(text));
    for (const isOld of [false, true])
      expect(strokesOf(readDrawing(binaryOf(text, isOld)))).toEqual(expected);
    expect(() => readDrawing(binaryOf(text, false).subarray(0, -30))).not.toThrow(TypeError);
  });

  it('ignores comments, extended data, embedded objects and unknown sections', () => {
    const extra = '1001\nACAD\n1010\n99\n1020\n99\n';
    const embedded = '101\nEmbedded Object\n10\n77\n20\n77\n';
    const file =
      '999\nmade by hand\n' +
      dxfOf(line(0, 0, 9, 0) + extra + line(0, 1, 9, 1) + embedded, {}).replace(
        '0\nEOF\n',
        `${entity('SECTION', 2, 'OBJECTS')}${entity('DICTIONARY', 5, 'C')}${entity('ENDSEC')}0\nEOF\n`,
      );
    expect(strokesOf(readDrawing(file.replaceAll('\n', '\r\n')))).toEqual([
      [0, 0, 9, 0],
      [0, 1, 9, 1],
    ]);
  });

  it('counts entities that are not drawn', () => {
    const { notes } = read(frame + entity('3DSOLID') + entity('3DSOLID') + entity('IMAGE') + entity('RAY'));
    expect(notes.map(({ code, count }) => [code, count])).toEqual([
      ['unknown-element', 2],
      ['picture', 1],
      ['unknown-element', 1],
    ]);
  });

  it('reads a file without entities as an empty drawing', () => {
    const file = entity('SECTION', 2, 'HEADER') + entity('ENDSEC') + entity('EOF');
    expect(readDrawing(file).strokes).toEqual([]);
  });
});

describe('the DXF reader (hostile files)', () => {
  const tooLarge = expect.objectContaining({ code: 'drawing.too-large' });

  it('refuses blocks that multiply, and arrays of millions of copies', () => {
    const twice = (name: string) => entity('INSERT', 2, name, 10, 0, 20, 0).repeat(2);
    const blocks = Array.from({ length: 40 }, (_, at) =>
      block(`B${at}`, at === 0 ? line(0, 0, 1, 1) : twice(`B${at - 1}`)),
    ).join('');
    expect(() => read(twice('B39'), { blocks })).toThrow(tooLarge);
    const array = entity('INSERT', 2, 'B0', 10, 0, 20, 0, 70, 30_000, 71, 30_000, 44, 1, 45, 1);
    expect(() => read(array, { blocks })).toThrow(tooLarge);
    const empty = entity('INSERT', 2, 'E', 10, 0, 20, 0, 70, 1e15, 71, 1e15);
    expect(() => read(empty, { blocks: block('E', '') })).toThrow(tooLarge);
  });

  it('skips splines with a huge degree or wrong numbers', () => {
    const points = Array.from({ length: 200 }, (_, at) => [10, at, 20, at % 7]).flat();
    for (const values of [
      [71, 150, ...points],
      [71, -1, ...points],
      [71, 3, 10, 1, 20, 1],
      [71, 3, 10, 1, 20, 'x', 10, 2, 20, 2, 10, 3, 20, 3, 10, 4, 20, 5],
    ]) {
      const drawing = read(frame + entity('SPLINE', ...values));
      expect(drawing.strokes).toHaveLength(2);
      expect(notesOf(drawing)).toEqual(['instruction-mistake']);
    }
    // The invalid knots are replaced by uniform ones.
    expect(inFrame(entity('SPLINE', 71, 3, 40, 5, 40, 1, ...points))).toHaveLength(1);
  });

  it('leaves out positions that are infinite or not numbers', () => {
    const drawing = read(
      frame +
        entity('LINE', 10, 'NaN', 20, 0, 11, 1, 21, 1) +
        line(0, 0, 1e300, 1) +
        entity('CIRCLE', 10, 0, 20, 0, 40, '1e999') +
        entity('TEXT', 1, 'A', 40, '1e308', 41, '1e308', 10, 0, 20, 0),
    );
    expect(drawing.strokes).toHaveLength(2);
    expect(drawing.widthMm).toBe(100);
    for (const { points } of drawing.strokes) expect(points.every(Number.isFinite)).toBe(true);
  });

  it('refuses hatches and texts that take too long', () => {
    const long = entity('MTEXT', 10, 0, 20, 0, 40, 1, 71, 1, 1, 'W'.repeat(15_000));
    const blocks = block('T', long);
    expect(() =>
      read(entity('INSERT', 2, 'T', 10, 0, 20, 0, 70, 1000, 71, 1000), { blocks }, { maxWork: 20_000_000 }),
    ).toThrow(tooLarge);
    const endless = entity('HATCH', 70, 1, 91, 1e15, 92, 1, 93, 1e15, 72, 1, 10, 0, 20, 0, 11, 1, 21, 1);
    expect(read(frame + endless).strokes).toHaveLength(2);
  });
});

describe('the DXF reader, compared with the npm package dxf,', () => {
  const turned = entity('INSERT', 2, 'B', 10, 40, 20, 10, 41, 2, 42, 3, 50, 30, 70, 2, 71, 1, 44, 30, 45, 0);
  const samples: Readonly<Record<string, string>> = {
    lines: line(3, 4, 70, 20),
    arcs: entity('ARC', 10, 50, 20, 50, 40, 30, 50, 200, 51, 20),
    circles: entity('CIRCLE', 10, 20, 20, 30, 40, 17),
    ellipses: entity('ELLIPSE', 10, 50, 20, 50, 11, 20, 21, 9, 40, 0.3, 41, 0.5, 42, 4),
    bulges: entity(
      'LWPOLYLINE',
      90,
      4,
      70,
      1,
      10,
      5,
      20,
      5,
      42,
      0.4,
      10,
      40,
      20,
      8,
      42,
      -1.7,
      10,
      60,
      20,
      50,
      10,
      9,
      20,
      44,
    ),
    splines: entity(
      'SPLINE',
      ...[70, 8, 71, 3, 72, 10, 73, 6, 74, 0],
      ...[0, 0, 0, 0, 1, 2.5, 4, 4, 4, 4].flatMap((knot) => [40, knot]),
      ...[5, 5, 20, 60, 35, 0, 50, 70, 65, 10, 90, 50].flatMap((value, at) => [
        at % 2 === 0 ? 10 : 20,
        value,
      ]),
    ),
    blocks: turned,
  };
  const blocks = block('B', line(0, 0, 5, 5, 8, '0') + entity('CIRCLE', 8, '0', 10, 4, 20, 1, 40, 2));

  it.each(Object.entries(samples))('draws the same %s', (_, entities) => {
    const text = dxfOf(entities, { blocks });
    const { polylines, bbox } = new Helper(text).toPolylines() as {
      polylines: { vertices: [number, number][] }[];
      bbox: { min: { x: number; y: number } };
    };
    const drawing = readDrawing(text, { toleranceMm: 0.01 });
    const ours = strokesOf(drawing);
    const smallest = (axis: 0 | 1) => Math.min(...ours.flat().filter((_, at) => at % 2 === axis));
    expect([smallest(0), smallest(1)]).toEqual([0, 0]);
    const theirs = polylines.map(({ vertices }) =>
      vertices.map(([x, y]) => [x - bbox.min.x, y - bbox.min.y]),
    );
    expect(ours.length).toBe(theirs.length);
    // The curves of the package are coarse, but each of their points lies on our lines.
    for (const [x, y] of theirs.flat()) {
      const nearest = Math.min(...ours.map((points) => distanceTo(points, x!, y!)));
      expect(nearest).toBeLessThan(0.35);
    }
  });
});

function distanceTo(points: readonly number[], x: number, y: number): number {
  let nearest = Number.POSITIVE_INFINITY;
  for (let at = 2; at < points.length; at += 2) {
    const [x0, y0, x1, y1] = points.slice(at - 2, at + 2) as [number, number, number, number];
    const square = (x1 - x0) ** 2 + (y1 - y0) ** 2;
    const part =
      square > 0 ? Math.min(1, Math.max(0, ((x - x0) * (x1 - x0) + (y - y0) * (y1 - y0)) / square)) : 0;
    nearest = Math.min(nearest, Math.hypot(x - x0 - part * (x1 - x0), y - y0 - part * (y1 - y0)));
  }
  return nearest;
}

/** Returns the same groups as a binary DXF. */
function binaryOf(text: string, isOld: boolean): Uint8Array {
  const pieces: Buffer[] = [Buffer.from('AutoCAD Binary DXF\r\n\x1a\0', 'latin1')];
  const lines = text.split('\n');
  for (let at = 0; at + 1 < lines.length; at += 2) {
    const code = Number(lines[at]);
    const value = lines[at + 1] as string;
    const head = Buffer.alloc(2);
    head.writeInt16LE(code);
    pieces.push(isOld ? Buffer.of(code) : head);
    const number = Buffer.alloc(8);
    if (code < 10) pieces.push(Buffer.from(`${value}\0`));
    else if (code < 60) {
      number.writeDoubleLE(Number(value));
      pieces.push(number);
    } else if (code < 80) {
      number.writeInt16LE(Number(value));
      pieces.push(number.subarray(0, 2));
    } else {
      number.writeInt32LE(Number(value));
      pieces.push(number.subarray(0, 4));
    }
  }
  return new Uint8Array(Buffer.concat(pieces));
}
