import { execFileSync } from 'node:child_process';
import {
  type PlanFormatName,
  planFormatByName,
  planFormatNames,
  planFormats,
} from '@stationery/contract/plan-formats';
import {
  defaultMachine,
  type LayerSettings,
  type Plan,
  planFile,
  readDrawing,
  type WriteOptions,
  writePlan,
} from '@stationery/drawing';
import { describe, expect, it } from 'vitest';
import { svgOf } from '../../support/svg-of.ts';

const drawing = svgOf(
  `<g stroke="#ff0000"><circle cx="20" cy="20" r="10"/><path d="M5 5H30V9.7Q7 9 5 30"/></g>
   <g stroke="#0000ff"><path d="M40 30L50.123 35.456M1 39L3 37 5 39 7 37"/><text x="30" y="30" font-size="9">Ün</text></g>`,
);
const { plan } = await planFile(drawing, { paper: '70x50mm' });

/** Resolution of each format: how far a point may move, in millimetres. */
const resolutionMm: Readonly<Record<PlanFormatName, number>> = {
  svg: 0.0005,
  hpgl: 0.0125,
  'gcode-grbl': 0.0005,
  'gcode-marlin': 0.0005,
  'gcode-fluidnc': 0.0005,
  commands: 0.5 / defaultMachine.stepsPerMm,
};

const written = (
  format: PlanFormatName,
  of: Plan = plan,
  machine: WriteOptions['machine'] = defaultMachine,
) => [...writePlan(format, of, { machine })].join('');

type Ink = readonly { readonly layer: number; readonly points: readonly number[] }[];

/** Returns the strokes of a plan relative to the lower left corner of the paper, with y up. */
function inkOf({ layers, paper }: Plan): Ink {
  return layers.flatMap(({ strokes }, layer) =>
    strokes.map((points) => ({
      layer,
      points: Array.from(points, (value, at) => (at % 2 === 0 ? value : paper.heightMm - value)),
    })),
  );
}

/** Like `inkOf`, for a written file that is read again. The origin is the same corner. */
function inkIn(format: PlanFormatName, text: string): Ink {
  if (format === 'commands') return inkOfCommands(text);
  const { strokes, heightMm } = readDrawing(text);
  return strokes.map(({ layer, points }) => ({
    layer,
    points: Array.from(points, (value, at) => (at % 2 === 0 ? value : heightMm - value)),
  }));
}

function inkOfCommands(text: string): Ink {
  const ink: { layer: number; points: number[] }[] = [];
  const { stepsPerMm } = defaultMachine;
  let [x, y, layer, isDown] = [0, 0, -1, false];
  for (const line of text.split('\n')) {
    if (line.startsWith('; pen')) layer++;
    if (line === 'PENDOWN') ink.push({ layer, points: [x, plan.paper.heightMm - y] });
    if (line === 'PENDOWN' || line === 'PENUP') isDown = line === 'PENDOWN';
    const [, toX, toY] = /^MOVE X(-?\d+) Y(-?\d+)$/.exec(line) ?? [];
    if (toX === undefined) continue;
    [x, y] = [Number(toX) / stepsPerMm, Number(toY) / stepsPerMm];
    if (isDown) ink.at(-1)?.points.push(x, plan.paper.heightMm - y);
  }
  return ink;
}

/**
 * Expects the same strokes in the same order. Points that are equal at this resolution count as one point.
 */
function expectSameInk(actual: Ink, expected: Ink, withinMm: number): void {
  expect(actual.map(({ layer }) => layer)).toEqual(expected.map(({ layer }) => layer));
  for (const [index, { points }] of expected.entries()) {
    const found = actual[index]?.points ?? [];
    let at = 0;
    const isNear = (from: number) =>
      Math.abs((found[from] ?? NaN) - points[at]!) <= withinMm + 1e-9 &&
      Math.abs((found[from + 1] ?? NaN) - points[at + 1]!) <= withinMm + 1e-9;
    let from = 0;
    for (; at < points.length; at += 2) {
      if (!isNear(from) && isNear(from + 2)) from += 2;
      expect(isNear(from), `stroke ${index}, point ${at / 2}`).toBe(true);
    }
    expect(from).toBe(found.length - 2);
  }
}

describe.each(planFormatNames)('a plan written as %s', (format) => {
  it('is read back as the same strokes in the same order', () => {
    expect(plan.layers).toHaveLength(2);
    expectSameInk(inkIn(format, written(format)), inkOf(plan), resolutionMm[format]);
  });

  it('is written in small pieces', () => {
    const points = Float64Array.from([1, 1, 2, 2]);
    const large = { ...plan, layers: [{ name: 'a', colour: '#000000', strokes: Array(5000).fill(points) }] };
    const pieces = [...writePlan(format, large, { machine: defaultMachine })];
    expect(pieces.length).toBeGreaterThan(5000);
    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(1000);
  });

  it('has its names escaped', () => {
    const name = 'a"<&\'>\nG1 X9 Y9\u0000 (b) ü;SP3;';
    const text = written(format, { ...plan, layers: plan.layers.map((layer) => ({ ...layer, name })) });
    expectSameInk(
      inkIn(format, text).map((each) => ({ ...each, layer: 0 })),
      inkOf(plan).map((each) => ({ ...each, layer: 0 })),
      resolutionMm[format],
    );
  });

  it('is recognised by its file extension', () => {
    const [ending] = planFormats[format].endings;
    expect(planFormatByName(`drawing.${ending}`)).toBe(format.startsWith('gcode') ? 'gcode-grbl' : format);
  });
});

it('SVG and G-code keep the names and colours of pens', () => {
  const named = { ...plan, layers: plan.layers.map((layer, at) => ({ ...layer, name: `Pen & ${at}` })) };
  const expected = named.layers.map(({ name, colour }) => ({ name, colour }));
  for (const format of ['svg', 'gcode-grbl', 'gcode-marlin', 'gcode-fluidnc'] as const)
    expect(readDrawing(written(format, named)).layers).toEqual(expected);
});

it('G-code lifts the pen as the firmware and the machine profile require', () => {
  const by = (format: PlanFormatName, pen: Partial<WriteOptions['machine']>) =>
    written(format, plan, { ...defaultMachine, ...pen })
      .match(/^(?:M3|M5|M280|G0 Z).*$/gm)
      ?.slice(0, 2);
  expect(by('gcode-grbl', {})).toEqual(['M5', 'M3 S1000']);
  expect(by('gcode-fluidnc', {})).toEqual(['G0 Z5', 'G0 Z0']);
  expect(by('gcode-marlin', { penControl: 'servo' })).toEqual(['M280 P0 S90', 'M280 P0 S30']);
  expect(by('gcode-grbl', { penControl: 'z', penHeights: { up: 3, down: -0.5 } })).toEqual([
    'G0 Z3',
    'G0 Z-0.5',
  ]);
  expect(written('gcode-grbl')).toContain('G4 P0.15\n');
  expect(written('gcode-marlin')).toContain('G4 P150\n');
});

describe('layers with their own speed, height, delay and passes', async () => {
  const pen = { penControl: 'servo', penHeights: { up: 0, down: 1000 } } as const;
  const slow = { layer: 1, speedMmS: 20, penDownHeight: 70, delayMs: 350, passes: 2, repeat: 2 } as const;
  const settled = async (own: LayerSettings = {}) =>
    (await planFile(drawing, { paper: '70x50mm', layerSettings: [{ ...slow, ...own }] })).plan;
  const both = await settled();
  const linesOf = (text: string, pattern: RegExp) => [...new Set(text.match(pattern) ?? [])];

  it.each(planFormatNames)('are drawn with all passes in %s', (format) => {
    expect(both.drawMm).toBeGreaterThan(plan.drawMm * 1.2);
    expectSameInk(
      inkIn(format, written(format, both, { ...defaultMachine, ...pen })),
      inkOf(both),
      resolutionMm[format],
    );
  });

  it.each([
    ['gcode-grbl', pen, ['M3 S1000', 'G4 P0.15', 'F6000', 'M3 S70', 'G4 P0.5', 'F1200']],
    ['gcode-marlin', pen, ['M280 P0 S1000', 'G4 P150', 'F6000', 'M280 P0 S70', 'G4 P500', 'F1200']],
    [
      'gcode-fluidnc',
      { penControl: 'z', penHeights: { up: 900, down: 1000 } },
      ['G0 Z1000', 'G4 P0.15', 'F6000', 'G0 Z70', 'G4 P0.5', 'F1200'],
    ],
    // Heights are ignored without a pen control, because they may belong to a different machine.
    ['gcode-grbl', {}, ['M3 S1000', 'G4 P0.15', 'F6000', 'G4 P0.5', 'F1200']],
  ] as const)('are written as %s: %j', (format, how, expected) => {
    const text = written(format, both, { ...defaultMachine, ...how });
    expect(
      linesOf(text, /^(?:M3 S\d+|M280 P0 S[1-9]\d*|G0 Z(?!900)\d+|G4 P(?!0\.12|120)[\d.]+)$|F\d+$/gm),
    ).toEqual(expected);
  });

  it('have their own speed in HPGL, and share a carousel position if they use the same pen', () => {
    expect(linesOf(written('hpgl', both), /^(?:SP|VS).*$/gm)).toEqual([
      'SP1;',
      'VS;',
      'SP2;',
      'VS2;',
      'SP0;',
    ]);
    expect(written('hpgl')).not.toContain('VS');
    const samePen = {
      ...both,
      layers: both.layers.map((layer) => ({ ...layer, settings: { pen: 'Fine' } })),
    };
    expect(linesOf(written('hpgl', samePen), /^SP.*$/gm)).toEqual(['SP1;', 'SP0;']);
  });

  it('are preceded by a pause if it is set', async () => {
    const pauses = (of: Plan) => written('gcode-grbl', of).match(/^M0$/gm)?.length ?? 0;
    expect([pauses(both), pauses(await settled({ pause: false }))]).toEqual([1, 0]);
    const first = await planFile(drawing, { layerSettings: [{ layer: 0, pause: true }] });
    expect(pauses(first.plan)).toBe(2);
  });

  it('have lines as wide as their pens in SVG', () => {
    const wide = { ...both, layers: both.layers.map((layer) => ({ ...layer, widthMm: 0.8 })) };
    expect(written('svg', wide).match(/stroke-width="0\.8"/g)).toHaveLength(2);
  });
});

describe('hp2xx, an independent reader', () => {
  /** Returns the lines that hp2xx draws, in millimetres from the top left of everything drawn. */
  const judged = (hpgl: string): number[][] => {
    const svg = execFileSync('hp2xx', ['-q', '-t', '-n', '-m', 'svg', '-f', '-'], {
      input: hpgl,
      encoding: 'utf8',
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    return [...svg.matchAll(/ d="([^"]*)"/g)].map(([, path = '']) =>
      (path.match(/-?[\d.]+/g) ?? []).map((value) => (Number(value) * 25.4) / 72),
    );
  };
  /** Returns width, height and length of all lines, because hp2xx draws a long line in pieces. */
  const measured = (lines: readonly number[][]): number[] => {
    const reach = [0, 1].map((odd) => {
      const values = lines.flatMap((line) => line.filter((_, at) => at % 2 === odd));
      return Math.max(...values) - Math.min(...values);
    });
    let length = 0;
    for (const line of lines)
      for (let at = 2; at < line.length; at += 2)
        length += Math.hypot(line[at]! - line[at - 2]!, line[at + 1]! - line[at - 1]!);
    return [...reach, length];
  };

  it.each([
    ['our own HPGL', written('hpgl')],
    ['moves', 'IN;SP1;PU400,400;PR;PD400,0,0,400;PA0,0;PU;PR40,40;PD90,90;'],
    ['scaling', 'IN;IP0,0,4000,2000;SC0,10,0,10;SP1;PU0,0;PD10,0,10,10;PU5,5;PD6,7;'],
    ['arcs', 'IN;SP1;PU400,0;PD;AA0,0,120;PU0,0;PD;AR300,0,-200;'],
    ['dashes', 'IN;IP0,0,4000,3000;SP1;LT5,10;PU0,0;PD1300,0,1300,900;'],
    ['dashes that fit', 'IN;IP0,0,4000,3000;SP1;LT-6,10;PU0,0;PD1300,0,1300,700;PU0,900;PD800,1500;'],
    ['circles and rectangles', 'IN;SP1;PU800,800;CI300;EA1200,1600;PU100,100;ER200,300;'],
  ])('draws %s as our reader does', (_, hpgl) => {
    const ours = measured(readDrawing(hpgl).strokes.map(({ points }) => [...points]));
    const theirs = measured(judged(hpgl));
    // hp2xx draws circles as polygons with corners every five degrees.
    for (const [at, value] of ours.entries()) expect(Math.abs(theirs[at]! / value - 1)).toBeLessThan(0.01);
  });
});
