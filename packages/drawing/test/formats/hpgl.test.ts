import { type Drawing, readDrawing } from '@stationery/drawing';
import { expect, it } from 'vitest';

const read = (body: string) => readDrawing(`IN;SP1;${body}`);
const rounded = (values: Iterable<number>) => Array.from(values, (value) => Math.round(value * 20) / 20 + 0);
const points = ({ strokes }: Drawing) => strokes.map((stroke) => rounded(stroke.points));
/** Returns x, y, width and height of the box around all strokes. */
function boxOf({ strokes }: Drawing): number[] {
  const xs = strokes.flatMap((stroke) => [...stroke.points].filter((_, at) => at % 2 === 0));
  const ys = strokes.flatMap((stroke) => [...stroke.points].filter((_, at) => at % 2 === 1));
  return rounded([
    Math.min(...xs),
    Math.min(...ys),
    Math.max(...xs) - Math.min(...xs),
    Math.max(...ys) - Math.min(...ys),
  ]);
}
const texts = ({ notes }: Drawing) => notes.map(({ code }) => code);

it('the HPGL reader follows relative and absolute moves with the pen up or down', () => {
  const drawing = read('PU400,400;PR;PD400,0,0,400;PA0,0;PU;PR40,40;PD;');
  // From 10,10 mm to the right, up, and to the origin, followed by a dot.
  expect(points(drawing)).toEqual([
    [10, 10, 20, 10, 20, 0, 0, 20],
    [1, 19, 1, 19],
  ]);
});

it('the HPGL reader makes a layer of each pen except pen 0, in the colour from the file or a default one', () => {
  const drawing = read('PD400,0;SP2;PU0,0;PD0,400;PC5,0,128,255;SP5;PD40,40;SP0;PD90,90;SP1;PU0,0;PD9,9;');
  expect(drawing.layers).toEqual([
    { name: 'Pen 1', colour: '#000000' },
    { name: 'Pen 2', colour: '#ff0000' },
    { name: 'Pen 5', colour: '#0080ff' },
  ]);
  expect(drawing.strokes.map(({ layer }) => layer)).toEqual([0, 1, 2, 0]);
  expect(drawing.notes).toMatchObject([{ code: 'no-pen', count: 1 }]);
});

it('the HPGL reader scales between P1 and P2, per axis, uniformly or by a factor', () => {
  const square = 'PU0,0;PD10,0,10,10;PU;';
  expect(boxOf(read(`IP0,0,4000,2000;SC0,10,0,10;${square}`))).toEqual([0, 0, 100, 50]);
  expect(boxOf(read(`IP0,0,4000,2000;SC0,10,0,10,1;${square}`))).toEqual([25, 0, 50, 50]);
  expect(boxOf(read(`IP0,0,4000,2000;SC0,40,0,80,2;${square}`))).toEqual([0, 0, 10, 20]);
  expect(boxOf(read(`SC0,10,0,10;SC;${square}`))).toEqual([0, 0, 0.25, 0.25]);
  expect(texts(read(`SC0,10,0,10;${square}`))).toEqual(['page-size']);
  expect(texts(read(`IP0,0,9,9;SC1,1,1,1;${square}`))).toEqual(['instruction-mistake']);
});

it('the HPGL reader rotates the page and sets its size', () => {
  expect(boxOf(read('RO90;PU0,0;PD400,0;'))).toEqual([0, 0, 0, 10]);
  expect(read('PS4000,8000;PD40,40;')).toMatchObject({ widthMm: 100, heightMm: 200 });
});

it('the HPGL reader draws arcs, circles, sectors and rectangles from the pen position', () => {
  expect(boxOf(read('PU400,0;PD;AA0,0,180;'))).toEqual([0, 0, 20, 10]);
  expect(boxOf(read('PU400,0;PD;AR-400,0,-90;'))).toEqual([0, 0, 10, 10]);
  expect(boxOf(read('PU0,0;PD;AT400,400,800,0;'))).toEqual([0, 0, 20, 10]);
  expect(boxOf(read('PU400,400;CI200;'))).toEqual([5, 0, 10, 10]);
  expect(boxOf(read('EW400,0,90;'))).toEqual([0, 0, 10, 10]);
  expect(points(read('PU40,40;EA80,120;'))).toEqual([[1, 2, 2, 2, 2, 0, 1, 0, 1, 2]]);
  expect(points(read('PU40,40;ER40,80;'))).toEqual(points(read('PU40,40;RR40,80;')));
  // The circles become ellipses, because the two scales differ.
  expect(boxOf(read('IP0,0,4000,2000;SC-10,10,-10,10;PU0,0;CI10;'))).toEqual([0, 0, 100, 50]);
});

it('the HPGL reader draws the outlines of filled shapes or leaves them out, like the SVG reader', () => {
  const file = 'IN;SP1;PU0,0;RA400,400;PM0;PD400,0,400,400;PM1;PM2;FP;EP;';
  expect(readDrawing(file).strokes).toHaveLength(3);
  expect(texts(readDrawing(file))).toEqual(['fill-outlined']);
  expect(readDrawing(file, { fill: 'skip' }).strokes).toHaveLength(1);
  expect(texts(readDrawing(file, { fill: 'skip' }))).toEqual(['fill-left-out']);
});

it('the HPGL reader reads encoded polylines in both bases', () => {
  // Moves by 400,0 and 0,400 with the pen down, after an absolute move to 0,0 with the pen up.
  const digits = (value: number, base: number, low: number, last: number): string => {
    let rest = value < 0 ? 2 * -value + 1 : 2 * value;
    let text = '';
    for (; rest >= base; rest = Math.floor(rest / base)) text += String.fromCharCode(low + (rest % base));
    return text + String.fromCharCode(last + rest);
  };
  for (const [flag, base, last] of [
    ['7', 32, 95],
    ['', 64, 191],
  ] as const) {
    const n = (value: number) => digits(value, base, 63, last);
    const drawing = read(`PE${flag}<=${n(0)}${n(0)}${n(400)}${n(0)}${n(0)}${n(400)};`);
    expect(points(drawing)).toEqual([[0, 10, 10, 10, 10, 0]]);
    const bytes = Buffer.from(`IN;SP1;PE${flag}<=${n(0)}${n(0)}${n(-400)}${n(0)};`, 'latin1');
    expect(points(readDrawing(bytes))).toEqual([[10, 0, 0, 0]]);
  }
});

it('the HPGL reader writes labels in the single-line font with their size, direction, origin and lines', () => {
  const [, , width = 0, height = 0] = boxOf(read('SI1,2;LBH\x03'));
  expect(height).toBeCloseTo(20, 1);
  expect(width).toBeGreaterThan(5);
  expect(width).toBeLessThan(10);
  const turned = boxOf(read('SI1,2;DI0,1;LBH\x03'));
  expect(turned[2]).toBeCloseTo(20, 1);
  const [left = 0, , wide = 0] = boxOf(read('SI1,2;LO5;PU4000,4000;LBHHH\x03'));
  expect(left + wide / 2).toBeCloseTo(100, 1);
  expect(boxOf(read('SI1,2;LBH\r\nH\x03'))[3]).toBeCloseTo(60, 1);
  expect(boxOf(read('SI1,2;DT#;LBH#PU0,0;CP;LBH#'))[3]).toBeCloseTo(60, 1);
  expect(texts(read('LBH\x03'))).toEqual(['text-font']);
});

/** Reads instructions for P1 and P2 that are 125 mm apart, so that 8 % are 10 mm. */
const readDashed = (body: string) => read(`IP0,0,4000,3000;${body}`);
/** Returns the start and end of each line from left to right. */
const spans = (drawing: Drawing) => points(drawing).map(([from, , to]) => [from, to]);

it.each([
  ['1', '0-0 10-10 20-20'],
  ['2', '0-5 10-15 20-24'],
  ['3', '0-7 10-17 20-24'],
  ['4', '0-8 9-9 10-18 19-19 20-24'],
  ['5', '0-7 8-9 10-17 18-19 20-24'],
  ['6', '0-5 6-7 8-9 10-15 16-17 18-19 20-24'],
  ['-1', '0-0 12-12 24-24'],
  ['-2', '0-3 9-15 21-24'],
  ['-4', '0-4.8 6-6 7.2-16.8 18-18 19.2-24'],
  ['0', '0-0 24-24'],
])('the HPGL reader draws line type %s in dashes', (type, expected) => {
  const drawing = readDashed(`LT${type},8;PU0,0;PD960,0;`);
  const written = spans(drawing).map((span) => span.join('-'));
  expect(written.join(' ')).toBe(expected);
  expect(drawing.notes).toEqual([]);
});

it('the HPGL reader reads dash lengths of LT in percent or millimetres, which apply until they change', () => {
  const first = (body: string) => spans(readDashed(`${body}PU0,0;PD960,0;`))[0];
  expect(first('LT2;')).toEqual([0, 2.5]);
  expect(first('LT2,6,1;')).toEqual([0, 3]);
  expect(first('LT2,6,1;LT;LT2;')).toEqual([0, 3]);
  expect(first('LT2,8;IP0,0,8000,6000;')).toEqual([0, 10]);
  for (const solid of ['LT;', 'IN;', 'DF;']) expect(first(`LT2;${solid}`)).toEqual([0, 24]);
  for (const mistake of ['LT9;', 'LT2,0;', 'LT2,-4;', 'LT2,4,2;'])
    expect(texts(readDashed(`${mistake}PD960,0;`))).toEqual(['instruction-mistake']);
});

it('the HPGL reader continues dashes around corners and fits adaptive patterns into each line and arc', () => {
  expect(points(readDashed('LT3,8;PU0,0;PD520,0,520,400;'))).toEqual([
    [0, 10, 7, 10],
    [10, 10, 13, 10, 13, 6],
    [13, 3, 13, 0],
  ]);
  expect(points(readDashed('LT-2,8;PU0,0;PD480,0,480,320;'))).toEqual([
    [0, 8, 3, 8],
    [9, 8, 12, 8],
    [12, 8, 12, 6],
    [12, 2, 12, 0],
  ]);
  expect(points(readDashed('LT0;PU0,0;PD400,0,400,400;'))).toEqual([
    [0, 10, 0, 10],
    [10, 10, 10, 10],
    [10, 0, 10, 0],
  ]);
  expect(readDashed('LT-2,8;PU0,0;EA400,400;').strokes).toHaveLength(8);
  expect(readDashed('LT0;PU400,0;PD;AA0,0,90;').strokes).toHaveLength(2);
  expect(readDashed('LT-2,8;PU400,400;PD;PU;').strokes).toHaveLength(1);
  expect(readDashed('LT-2,8;PU0,0;PD;PD400,0,400,0;PD;PU;').strokes).toHaveLength(2);
});

it('the HPGL reader draws labels and ticks without dashes, and ticks of the default length after DF', () => {
  const body = 'PU400,400;SI1,2;LBH\x03XT;YT;';
  for (const before of ['LT1,1;', 'TL9;DF;'])
    expect(points(readDashed(before + body))).toEqual(points(readDashed(body)));
});

it('the HPGL reader limits the work for fine dashes, including those that a window cuts off', () => {
  const line = 'PU0,0;PD400000,0;';
  const fine = readDashed(`LT2,0.0001;${line}`);
  expect(spans(fine)).toEqual([[0, 10_000]]);
  expect(texts(fine)).toEqual(['dashes-too-fine']);
  const file = (before: string) => `IN;SP1;${before}LT2,1,1;${line.repeat(9)}`;
  for (const [before, limits] of [
    ['', { maxStrokes: 50_000 }],
    ['', { maxPoints: 100_000 }],
    ['IW0,40,40,80;', { maxWork: 1_000_000 }],
  ] as const)
    expect(() => readDrawing(file(before), limits)).toThrow(
      expect.objectContaining({ code: 'drawing.too-large' }),
    );
  expect(readDrawing(file('IW0,40,40,80;')).strokes).toEqual([]);
});

it('the HPGL reader cuts lines off at a window, in the units of the file', () => {
  const cross = 'PU0,400;PD1200,400;PU400,0;PD400,1200;PU800,800;CI40;PU1000,1000;PD;PU;';
  const cut = [
    [5, 5, 15, 5],
    [10, 10, 10, 0],
  ];
  const window = 'IW200,200,600,600;';
  const drawing = read(window + cross);
  expect(points(drawing)).toEqual(cut);
  expect(drawing).toMatchObject({ widthMm: 15, heightMm: 15 });
  expect(drawing.notes).toMatchObject([{ code: 'clipped-away', count: 2 }]);
  expect(points(read(`IW600,200,200,600;${cross}`))).toEqual(cut);
  expect(points(read(`IP0,0,4000,4000;SC0,10,0,10;IW.5,.5,1.5,1.5;SC;${cross}`))).toEqual(cut);
  for (const none of ['IW;', 'IN;', 'DF;']) expect(read(window + none + cross).strokes).toHaveLength(4);
  expect(texts(read('IW1,2,3;PD9,9;'))).toEqual(['instruction-mistake']);
});

it('the HPGL reader applies a window to later lines, rotates it with the page and omits empty pens', () => {
  expect(points(read('PU0,0;PD400,0;IW0,0,600,40;PD800,0,800,400;IW;PU0,0;PD0,80;'))).toEqual([
    [0, 2, 10, 2],
    [10, 2, 15, 2],
    [0, 2, 0, 0],
  ]);
  expect(boxOf(read('IW0,0,400,40;RO90;PU0,0;PD800,0;'))).toEqual([0, 0, 0, 10]);
  expect(read('IW0,0,40,40;PD80,0;SP2;PU80,80;PD90,90;').layers).toMatchObject([{ name: 'Pen 1' }]);
  expect(spans(readDashed('IW80,0,480,40;LT2,8;PU0,0;PD960,0;'))).toEqual([
    [2, 5],
    [10, 12],
  ]);
});

it('the HPGL reader reads files without semicolons, in lower case or between printer escape sequences', () => {
  const expected = points(read('PU0,0;PD400,400;'));
  expect(points(readDrawing('in\nsp1\npu0 0\npd400 400\npu\nsp0\n'))).toEqual(expected);
  expect(points(readDrawing('\x1bE\x1b%0BINSP1PU0,0PD400,400PU\x1b%0A\x1bE'))).toEqual(expected);
  expect(points(readDrawing('\x1b.I81;;17:\x1b.N;19:IN;SP1;PU0,0;PD400,400;'))).toEqual(expected);
});

it('the HPGL reader adds notes about unknown instructions, but not about known ones that draw nothing', () => {
  expect(texts(read('VS20;FS3;PD40,40;ZZ1,2;UL1,50,50;PD9;'))).toEqual([
    'instruction-skipped',
    'instruction-skipped',
    'instruction-mistake',
  ]);
  expect(texts(read('PU0,0;PD99999999999,0;PD0,0;PD40,40;'))).toEqual(['too-far-away']);
  expect(texts(read('PD40,40;PG;'))).toEqual([]);
});
