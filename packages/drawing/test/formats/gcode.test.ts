import { type Drawing, readDrawing } from '@stationery/drawing';
import { describe, expect, it } from 'vitest';

const points = ({ strokes }: Drawing) =>
  strokes.map((stroke) => Array.from(stroke.points, (value) => Math.round(value * 100) / 100));
const read = (...lines: string[]) => readDrawing(lines.join('\n'));
const codes = ({ notes }: Drawing) => notes.map(({ code }) => code);

/** Expected lines, from 0,0 to 10,0 and from 0,10 to 10,10 with y up. */
const expected = [
  [0, 10, 10, 10],
  [0, 0, 10, 0],
];

describe('the G-code reader detects that the pen is lifted', () => {
  it.each([
    ['by M3 and M5', ['M5'], ['M3 S90']],
    ['by S of a laser', ['S0'], ['M4 S500']],
    ['by two values of S', ['M3 S30'], ['M3 S60']],
    ['by Z', ['G0 Z5'], ['G1 Z0 F300']],
    ['by a Z below 0', ['G0 Z0'], ['G1 Z-1']],
    ['by a Z that grows downwards', ['G0 Z0.5'], ['G1 Z5']],
    ['by a servo', ['M280 P0 S90'], ['M280 P0 S30']],
    ['by M300, as in old plotters', ['M300 S50'], ['M300 S30']],
    ['by rapid moves alone', [], []],
  ])('%s', (name, up, down) => {
    const drawing = read(
      ...['G21', 'G90', ...up, 'G0 X0 Y0', ...down, 'G1 X10 Y0 F1000', ...up, 'G0 X0 Y10'],
      ...[...down, 'G1 X10 Y10', ...up, 'G0 X0 Y0', 'M2', 'G1 X99'],
    );
    expect(points(drawing)).toEqual(expected);
    expect(codes(drawing)).toEqual(name === 'by rapid moves alone' ? ['pen-guessed'] : []);
  });

  it('by the value that changes most often, not by a spindle that always runs', () => {
    const drawing = read(
      ...['M3 S12000', 'G0 Z5', 'G0 X0 Y0', 'G1 Z-1', 'G1 X10', 'G0 Z5', 'G0 X0 Y10', 'G1 Z-2', 'G1 X10'],
      ...['G0 Z50', 'M5', 'G0 X0 Y0'],
    );
    expect(points(drawing)).toEqual(expected);
  });
});

it('the G-code reader reads inches, relative moves, other origins, line numbers, checksums, comments and empty lines', () => {
  const sum = (line: string) => `${line}*${[...line].reduce((all, each) => all ^ each.charCodeAt(0), 0)}`;
  const drawing = read(
    ...[
      '%',
      '(a drawing) G20 ; in inches',
      'N1 G91',
      'g92 x1 y1',
      'M5',
      'G0X0Y0',
      'M3',
      'G 1 X 1. (side) Y0',
    ],
    ...['G90', 'G1 X2 Y1', sum('N7 G1 X2 Y2'), 'N8 G1 X9 Y9*1', '/G1 X1 Y1', 'M5', 'G0 X0 Y0', '%'],
  );
  expect(points(drawing)).toEqual([
    [0, 25.4, 25.4, 25.4, 25.4, 25.4, 25.4, 0, 0, 25.4].filter((_, at) => at !== 4 && at !== 5),
  ]);
  expect(codes(drawing)).toEqual(['instruction-mistake']);
});

it.each([
  ['a half circle with its centre', 'G2 X20 Y0 I10 J0', [20, 10]],
  ['a half circle with an absolute centre', 'G90.1 G2 X20 Y0 I10 J0', [20, 10]],
  ['a whole circle', 'G3 X0 Y0 I10 J0', [20, 20]],
  ['a quarter by its radius', 'G3 X10 Y10 R10', [10, 10]],
  ['the three quarters by its radius', 'G3 X10 Y10 R-10', [20, 20]],
])('the G-code reader draws %s', (_, arc, [width, height]) => {
  const { strokes } = read('M5', 'G0 X0 Y0', 'M3', arc as string, 'M5', 'G0 X0 Y0');
  const xs = strokes.flatMap((stroke) => [...stroke.points].filter((__, at) => at % 2 === 0));
  const ys = strokes.flatMap((stroke) => [...stroke.points].filter((__, at) => at % 2 === 1));
  expect(Math.max(...xs) - Math.min(...xs)).toBeCloseTo(width as number, 1);
  expect(Math.max(...ys) - Math.min(...ys)).toBeCloseTo(height as number, 1);
});

it('the G-code reader makes a layer of each tool, or of each pen if Stationery wrote the file', () => {
  const tools = read(
    'M5',
    'G0 X0 Y0',
    'M3',
    'G1 X1',
    'M5',
    'T2 M6',
    'G0 X0 Y5',
    'M3',
    'G1 X9',
    'M5',
    'G0 X0',
  );
  expect(tools.layers.map(({ name }) => name)).toEqual(['Pen 1', 'Pen 2']);
  const pens = read(
    '; pen 1 of 2: Frame (#00ff00)',
    'G0 X1 Y1',
    'G1 X5 Y5',
    '; pen 2 of 2: #ff0000',
    'G0 X0 Y0',
    'G1 X3 Y3',
  );
  expect(pens.layers).toEqual([
    { name: 'Frame', colour: '#00ff00' },
    { name: '#ff0000', colour: '#ff0000' },
  ]);
});

it('the G-code reader skips unknown codes and adds a note', () => {
  const drawing = read(
    ...['G21', 'G90', 'G94', 'G17', 'G0 X0 Y0', 'G1 X5', 'G1 X6', 'G1 X7'],
    'G5 X1 Y1',
    '#1=5',
    'G2 X9 Y9 I1 J0',
    'G1 X1e9 Y0',
    'M117 Hi there!',
    '$H',
  );
  expect(codes(drawing)).toEqual([
    'pen-guessed',
    'instruction-skipped',
    'instruction-mistake',
    'instruction-mistake',
  ]);
});
