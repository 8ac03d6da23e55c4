import { describe, expect, it } from 'vitest';
import { defaultMachine, forPlannedLayers, planDrawing, readSvg } from '../src/index.ts';
import { layerCodesIn, withoutCodes } from '../src/reading/layer-codes.ts';

const ns = 'xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"';
const layer = (label: string, content: string) =>
  `<g inkscape:groupmode="layer" inkscape:label="${label}">${content}</g>`;
const line = (y: number) => `<path d="M10 ${y}H50" stroke="black"/>`;
const svg = (content: string) =>
  `<svg ${ns} width="100mm" height="100mm" viewBox="0 0 100 100">${content}</svg>`;
const machine = {
  ...defaultMachine,
  penHeightLimits: { min: 9855, max: 27_831 },
  penHeights: { up: 20_641, down: 15_248 },
};

describe('codes in the names of Inkscape layers', () => {
  it.each([
    ['Trees', undefined],
    ['Trees +S30', undefined],
    ['5 Trees', { number: 5 }],
    ['! 5+s30 Trees', { pause: true, number: 5, speedPercent: 30 }],
    ['+H40+D-20 Trees', { heightPercent: 40, delayMs: 0 }],
    ['+S500+H101', { speedPercent: 110, heightPercent: 100 }],
    ['2+S30 / !+S10 Leaves', { number: 2, speedPercent: 10, pause: true }],
  ])('are read from “%s”', (name, codes) => {
    expect(layerCodesIn(name)).toEqual(codes);
  });

  it.each([
    ['!2+S30 Blue', 'Blue'],
    ['2 +D500 Sky / ! Sun', 'Sky / Sun'],
    ['5 mm grid', '5 mm grid'],
    ['!2', '!2'],
    ['C++', 'C++'],
  ])('are removed from “%s” in the name of a pen', (name, pen) => {
    expect(withoutCodes(name)).toBe(pen);
  });

  it('leave out layers whose names begin with %, including their contents', () => {
    const file = svg(layer('%notes', line(10) + layer('inner', line(20))) + layer('Trees', line(30)));
    for (const layersBy of ['auto', 'colour', 'none'] as const) {
      const { strokes, notes } = readSvg(file, { layersBy });
      expect(strokes).toHaveLength(1);
      expect(notes).toMatchObject([{ code: 'layer-not-plotted', count: 1 }]);
    }
    const notALayer = svg(`<g inkscape:label="%notes">${line(10)}</g>`);
    expect(readSvg(notALayer).strokes).toHaveLength(1);
  });

  it('set order, pause, speed, height and delay, unless a layer has its own settings', () => {
    const drawing = readSvg(
      svg(layer('Last', line(10)) + layer('!2+S10+H100 Two', line(20)) + layer('1+D500 One', line(30))),
    );
    expect(drawing.notes).toMatchObject([{ code: 'layer-codes', count: 2 }]);
    const plan = (options: object) =>
      planDrawing(drawing, { machine, ...options }).layers.map(({ name, settings }) => [name, settings]);
    expect(plan({})).toEqual([
      ['One', { delayMs: 500 }],
      ['Two', { pause: true, speedMmS: 22.1, penDownHeight: 27_831 }],
      ['Last', undefined],
    ]);
    expect(plan({ layers: [1], layerSettings: [{ layer: 1, speedMmS: 5 }] })).toEqual([
      ['Two', { speedMmS: 5 }],
    ]);
    const upsideDown = { ...machine, penHeights: { up: 0, down: 1000 } };
    expect(plan({ machine: upsideDown, layers: [1] })[0]?.[1]).toMatchObject({ penDownHeight: 9855 });
    expect(plan({ machine: defaultMachine, layers: [1] })[0]?.[1]).not.toHaveProperty('penDownHeight');
  });

  it('determine order and pauses even if one pen draws all layers', () => {
    const drawing = readSvg(
      svg(
        layer('1 a', line(10)) + layer('!2 b', line(20)) + layer('3 c', line(30)) + layer('!4 d', line(40)),
      ),
    );
    const { layers } = planDrawing(drawing, { machine, pens: 'one' });
    expect(layers.map(({ name, settings }) => [name, settings?.pause === true])).toEqual([
      ['1 a', false],
      ['b', true],
      ['3 c', false],
      ['d', true],
    ]);
  });

  it('let users choose layers by the number in their name', () => {
    const drawing = readSvg(
      svg(layer('2 Sky', line(10)) + layer('1 Sea', line(20)) + layer('2 Sun', line(30))),
    );
    expect(forPlannedLayers({ layers: ['#2'] }, drawing).layers).toEqual([0, 2]);
    expect(() => forPlannedLayers({ layers: ['#3'] }, drawing)).toThrow('There is no layer “#3”');
  });
});
