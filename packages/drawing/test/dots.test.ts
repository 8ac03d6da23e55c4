import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  commandsOf,
  type Drawing,
  defaultMachine,
  type Operation,
  type PlanOptions,
  planDrawing,
  previewSvg,
  readDrawing,
  timelineOf,
  writePlan,
} from '../src/index.ts';

const svg = (content: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="100mm" height="100mm" viewBox="0 0 100 100">${content}</svg>`;
const rows = Array.from(
  { length: 100 },
  (_, at) => [5 + 9 * (at % 10), 5 + 9 * Math.floor(at / 10)] as const,
);
const roundDots = svg(
  `<g stroke="#000" stroke-linecap="round">${rows.map(([x, y]) => `<path d="M${x} ${y}h0"/>`).join('')}</g>`,
);

const drawingOf = (strokes: readonly (readonly number[])[]): Drawing => ({
  widthMm: 100,
  heightMm: 100,
  layers: [{ name: 'Ink', colour: '#000000' }],
  strokes: strokes.map((points) => ({ points: Float64Array.from(points), layer: 0 })),
  notes: [],
});
const planned = (drawing: Drawing, options: PlanOptions = {}) =>
  planDrawing(drawing, { fit: 'none', ...options });
const strokesOf = (drawing: Drawing, options: PlanOptions = {}) =>
  planned(drawing, options).layers.flatMap(({ strokes }) => strokes.map((points) => [...points]));
/** Returns the places of strokes that never leave their first point. */
const dotsIn = (strokes: readonly (readonly number[])[]) =>
  strokes
    .filter((points) => points.every((value, at) => value === points[at % 2]))
    .map(([x, y]) => `${x!.toFixed(3)} ${y!.toFixed(3)}`)
    .sort();

describe('dots', () => {
  it.each([
    ['lines without length, with round caps', roundDots, 100],
    [
      'dashes without length',
      svg('<path stroke="#000" stroke-linecap="round" stroke-dasharray="0 2" d="M10 10H89"/>'),
      40,
    ],
    ['HPGL pens that come down and up', 'IN;SP1;PU400,400;PD;PU;PU800,400;PD;PU;SP0;', 2],
    ['HPGL lines to where the pen is', 'IN;SP1;PU400,400;PD400,400;PU800,400;PD800,400;PU;SP0;', 2],
    [
      'G-code lines to where the pen is',
      'G21\nG0 X9 Y9\nM3\nG1 X9 Y9 F900\nM5\nG0 X2 Y2\nM3\nG1 X2 Y2\nM5\n',
      2,
    ],
    ...[
      ['M3 and M5', 'M3', 'M5'],
      ['a servo', 'M280 P0 S30', 'M280 P0 S90'],
      ['two values of S', 'M3 S60', 'M3 S30'],
      ['Z', 'G1 Z0', 'G0 Z5'],
    ].map(([name, down, up]): [string, string, number] => [
      `G-code with ${name}`,
      `G21\n${up}\nG0 X9 Y9\n${down}\nG4 P0.1\n${up}\nG0 X2 Y2\n${down}\n${up}\nG0 X0 Y0\n`,
      2,
    ]),
  ])('are drawn from %s', (_, file, count) => {
    const plan = planned(readDrawing(file));
    expect(plan.lifts).toBe(count);
    expect(plan.warnings).toEqual([]);
    const commands = [...commandsOf(plan, defaultMachine)].join('\n');
    expect(commands.match(/MOVE X\d+ Y\d+\nPENDOWN\nPENUP/g)).toHaveLength(count);
  });

  it('are drawn from G-code that also contains lines', () => {
    const file = 'G21\nG0 X9 Y9\nM3\nG4 P0.1\nM5\nG0 X2 Y2\nM3\nG1 X3 Y2\nG1 X2 Y2\nM5\nG0 X0 Y0\n';
    const strokes = readDrawing(file).strokes.map(({ points }) => [...points]);
    expect(strokes.map(({ length }) => length)).toEqual([4, 6]);
    expect(dotsIn(strokes)).toEqual(['9.000 0.000']);
  });

  it('take one lift each, and are in the preview and in every format', () => {
    const plan = planned(readDrawing(roundDots));
    const machine = { ...defaultMachine, penUpMs: 1000, penDownMs: 1000 };
    const slow = planDrawing(readDrawing(roundDots), { fit: 'none', machine });
    expect(slow.timeMs).toBeGreaterThan(200_000);
    expect(timelineOf(slow, machine).totalMs).toBeCloseTo(slow.timeMs, 0);
    expect(previewSvg(plan).match(/M(\S+ \S+)L\1(?=[M"])/g)).toHaveLength(100);
    for (const format of ['svg', 'hpgl', 'gcode-grbl'] as const) {
      const again = readDrawing([...writePlan(format, plan, { machine: defaultMachine })].join(''));
      expect(planned(again).lifts).toBe(100);
    }
  });

  it.each<[string, Operation]>([
    ['merge', { kind: 'merge', gapMm: 0.5 }],
    ['simplify', { kind: 'simplify', toleranceMm: 0.05 }],
    ['hide', { kind: 'hide' }],
    ['mirror', { kind: 'mirror', axis: 'horizontal' }],
    ['crop', { kind: 'crop', xMm: 0, yMm: 0, widthMm: 100, heightMm: 100 }],
    ['strokes', { kind: 'strokes', as: 'outline', penMm: 2 }],
  ])('are kept by the operation “%s”', (_, operation) => {
    expect(
      dotsIn(strokesOf(readDrawing(roundDots, { shapes: true }), { operations: [operation] })),
    ).toHaveLength(100);
  });

  it('are left out and counted if another stroke of the same pen covers them', () => {
    const line = [10, 10, 90, 10];
    const onIt = [50, 10.05, 50, 10.05];
    const beside = [50, 10.4, 50, 10.4];
    const twice = [beside, [50.08, 10.4, 50.08, 10.4]];
    const plan = planned(drawingOf([onIt, line, ...twice]));
    expect(plan.lifts).toBe(2);
    expect(plan.warnings).toMatchObject([{ code: 'hidden-marks', count: 2 }]);
    const finePen = [{ name: 'Fine', colour: '#000000', widthMm: 0.1 }];
    expect(planned(drawingOf([onIt, line, ...twice]), { pens: 'palette', palette: finePen }).lifts).toBe(4);
    expect(planned(drawingOf([onIt, line, ...twice]), { dropShorterThanMm: 0, joinMm: 0 }).lifts).toBe(4);
  });

  it('stay separate if a fine pen leaves a gap between them', () => {
    const row = Array.from({ length: 50 }, (_, at) => [10 + 0.15 * at, 10, 10 + 0.15 * at, 10]);
    const palette = [{ name: 'Fine', colour: '#000000', widthMm: 0.1 }];
    expect(planned(drawingOf(row), { pens: 'palette', palette }).lifts).toBe(50);
  });

  it('are in every plan, whatever is drawn around them', () => {
    const place = fc.integer({ min: 2, max: 40 }).map((at) => at * 2);
    const line = fc.tuple(place, place, place, place);
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.tuple(place, place), { maxLength: 40, selector: ([x, y]) => `${x} ${y}` }),
        fc.array(line, { maxLength: 20 }),
        fc.boolean(),
        (dots, lines, order) => {
          // Lines have even coordinates and dots odd ones, because a dot on a line would be covered.
          const strokes = [...dots.map(([x, y]) => [x + 1, y + 1, x + 1, y + 1]), ...lines];
          const isOn = ([x, y]: readonly [number, number], [x0, y0, x1, y1]: readonly number[]) => {
            const [dx, dy] = [x1! - x0!, y1! - y0!];
            const along = Math.min(
              1,
              Math.max(0, ((x - x0!) * dx + (y - y0!) * dy) / (dx * dx + dy * dy || 1)),
            );
            return Math.hypot(x0! + along * dx - x, y0! + along * dy - y) <= 0.1;
          };
          const visible = dots
            .map(([x, y]) => [x + 1, y + 1] as const)
            .filter((dot) => !lines.some((each) => isOn(dot, each)));
          const drawn = new Set(dotsIn(strokesOf(drawingOf(strokes), { order })));
          for (const [x, y] of visible) expect(drawn).toContain(`${x.toFixed(3)} ${y.toFixed(3)}`);
        },
      ),
      { seed: 29, numRuns: 150 },
    );
  });

  it('of a stippled sheet are planned together with lines among them', () => {
    const dots = Array.from({ length: 50_000 }, (_, at) => {
      const [x, y] = [2 + 0.4 * (at % 240), 2 + 0.4 * Math.floor(at / 240)];
      return [x, y, x, y];
    });
    const lines = Array.from({ length: 200 }, (_, at) => [0, 0.5 * at, 100, 100 - 0.5 * at]);
    const { lifts, warnings } = planned(drawingOf([...dots, ...lines]), { order: false, overlapMm: 0 });
    const left = warnings.find(({ code }) => code === 'hidden-marks')?.count ?? 0;
    expect(left).toBeGreaterThan(1000);
    expect(lifts + left).toBe(50_200);
  });
});
