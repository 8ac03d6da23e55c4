import type { MachineProfile } from '@stationery/client';
import { defaultMachine, placeDrawing } from '@stationery/drawing';
import { describe, expect, it } from 'vitest';
import { noOperations } from './operation-settings.ts';
import {
  chosenForAll,
  customPaper,
  customPaperSize,
  initialSettings,
  isForSketch,
  isPaper,
  planOptions,
  type Settings,
  settingsAt,
} from './settings.ts';
import { outlineDrawing, type Sketch } from './sketch.ts';

const machine: MachineProfile = { name: 'Plotter', ...defaultMachine, size: { widthMm: 420, heightMm: 297 } };

const sketch = (widthMm: number, heightMm: number): Sketch => ({
  widthMm,
  heightMm,
  layers: [{ name: 'Black', colour: '#000000', strokes: 1 }],
  xy: new Float64Array([1, 1, widthMm - 1, heightMm - 1]),
  starts: new Uint32Array([0, 2]),
  layerOf: new Uint32Array([0]),
  notes: [],
});

const planned = (settings: Settings) => planOptions(settings, sketch(90, 200), machine);

describe('the settings of a drawing', () => {
  it('use the page of the file as paper, at its own size', () => {
    const settings = initialSettings(sketch(210, 297), machine);
    expect(settings).toMatchObject({ paper: 'page', scale: 1 });
    expect(planOptions(settings, sketch(210, 297), machine).paper).toBe('210.000x297.000mm');
  });

  it("use the machine's sheet as paper if the page is too large for the machine", () => {
    const settings = initialSettings(sketch(594, 841), machine);
    expect(settings.paper).toBe('machine');
    expect(settings.scale).toBeLessThan(0.4);
  });

  it("use the machine's sheet as paper if the page is smaller than any sheet", () => {
    expect(initialSettings(sketch(79, 30), machine)).toMatchObject({ paper: 'machine', scale: 1 });
    expect(initialSettings(sketch(60, 40), machine).paper).toBe('page');
  });

  it('keep the position and size of a plotted drawing', () => {
    const at = { xMm: 100, yMm: 50 };
    const settings = settingsAt(at, sketch(90, 200), machine)!;
    expect(settings).toMatchObject({ paper: 'machine', scale: 1, fittedScale: undefined });
    const { transform } = placeDrawing(outlineDrawing(sketch(90, 200)), planned(settings));
    expect(transform).toMatchObject({ a: 1, d: 1, e: expect.closeTo(100, 6), f: expect.closeTo(50, 6) });
    const stored = { orientation: 'portrait', marginMm: 10, paperAt: { xMm: 80, yMm: 0 } } as const;
    expect(settingsAt(at, sketch(90, 200), machine, { paper: 'page', ...stored })).toEqual(settings);
    const onA4 = settingsAt(at, sketch(90, 200), machine, { paper: 'a4', ...stored });
    expect(onA4).toMatchObject({ paper: 'a4', scale: 1, offset: { xMm: 20 + 45 - 105, yMm: 150 - 148.5 } });
    // The position is outside of this sheet, or there is no sheet.
    expect(settingsAt(at, sketch(90, 200), machine, { paper: 'a6', ...stored })).toBeUndefined();
    expect(settingsAt({ xMm: -5, yMm: 50 }, sketch(90, 200), machine)).toBeUndefined();
  });

  it('allow paper of any size', () => {
    const paper = customPaper({ widthMm: 99.5, heightMm: 210.00049 });
    expect(paper).toBe('99.5x210mm');
    expect(customPaperSize(paper)).toEqual({ widthMm: 99.5, heightMm: 210 });
    const settings = { ...initialSettings(sketch(90, 200), machine), paper };
    expect(planOptions(settings, sketch(90, 200), machine)).toMatchObject({ paper: '99.5x210mm' });
  });

  it('draw overlapping lines once by default', () => {
    const settings = initialSettings(sketch(90, 200), machine);
    expect(planOptions(settings, sketch(90, 200), machine)).not.toHaveProperty('overlapMm');
    const all = { ...settings, drawsOverlaps: true };
    expect(planOptions(all, sketch(90, 200), machine)).toMatchObject({ overlapMm: 0 });
    expect(isForSketch(sketch(90, 200), all)).toBe(true);
    expect(isForSketch(sketch(90, 200), { ...settings, drawsOverlaps: 1 as unknown as boolean })).toBe(false);
  });

  it('remove short lines and dots only up to the chosen limit', () => {
    const settings = initialSettings(sketch(90, 200), machine);
    expect(planOptions(settings, sketch(90, 200), machine)).not.toHaveProperty('dropShorterThanMm');
    const limited = { ...settings, dropShorterThanMm: 0.5 };
    expect(planOptions(limited, sketch(90, 200), machine)).toMatchObject({ dropShorterThanMm: 0.5 });
    expect(chosenForAll(limited)).toMatchObject({ dropShorterThanMm: 0.5 });
    expect(isForSketch(sketch(90, 200), limited)).toBe(true);
    expect(isForSketch(sketch(90, 200), { ...settings, dropShorterThanMm: -1 })).toBe(false);
  });

  it('sort the chosen operations, and complete stored settings with the defaults', () => {
    const {
      cropsAtMargins: _,
      mirror: __,
      mergeMm: ___,
      ...older
    } = { ...noOperations, hatch: 'lines' as const };
    const settings = { ...initialSettings(sketch(90, 200), machine), operations: older };
    expect(isForSketch(sketch(90, 200), settings)).toBe(true);
    const chosen = {
      mirror: 'vertical',
      shortestMm: 2,
      mergeMm: 1,
      simplifyMm: 0.5,
      cropsAtMargins: true,
    } as const;
    const options = planOptions(
      { ...settings, operations: { ...older, ...chosen } },
      sketch(90, 200),
      machine,
    );
    expect(options.crop).toBe('margins');
    expect(options.operations?.map(({ kind }) => kind)).toEqual([
      'mirror',
      'hatch',
      'filter',
      'merge',
      'simplify',
    ]);
    const copies = { ...settings, operations: { ...older, columns: 2, fitCopies: true } };
    expect(planOptions(copies, sketch(90, 200), machine).operations?.at(-1)).toEqual({
      kind: 'copies',
      columns: 2,
      rows: 1,
      fit: true,
    });
    const wrong = { ...settings, operations: { ...older, simplifyMm: -1 } };
    expect(isForSketch(sketch(90, 200), wrong)).toBe(false);
  });

  it('accept the same operations as the service, and reject invalid stored ones', () => {
    const settings = initialSettings(sketch(90, 200), machine);
    const operations = { ...noOperations, hatch: 'inset', strokes: 'passes', rows: 2, marks: true } as const;
    expect(
      planOptions({ ...settings, operations: noOperations }, sketch(90, 200), machine),
    ).not.toHaveProperty('operations');
    expect(planOptions({ ...settings, operations }, sketch(90, 200), machine).operations).toEqual([
      { kind: 'hatch', pattern: 'inset', penMm: 0.5, spacingMm: 1, angle: 45 },
      { kind: 'strokes', as: 'passes', penMm: 0.5 },
      { kind: 'copies', columns: 1, rows: 2 },
      { kind: 'marks' },
    ]);
    expect(isForSketch(sketch(90, 200), { ...settings, operations })).toBe(true);
    for (const wrong of [{ hatch: 'dots' }, { penMm: 0 }, { rows: 1.5 }, { frame: 1 }, { angle: Number.NaN }])
      expect(
        isForSketch(sketch(90, 200), { ...settings, operations: { ...operations, ...wrong } as never }),
        JSON.stringify(wrong),
      ).toBe(false);
  });

  it('hatch layers with hatching of their own first, and reject stored hatching that is invalid', () => {
    const filled = { ...sketch(90, 200), layers: [...sketch(90, 200).layers] };
    filled.layers.push({ name: '#ff0000', colour: '#ff0000', strokes: 0 });
    const settings = initialSettings(filled, machine);
    expect(settings.layers).toEqual([
      { index: 0, isOn: true },
      { index: 1, isOn: true },
    ]);
    const hatch = { hatch: 'cross', spacingMm: 2, angle: 10 } as const;
    const layers = [settings.layers[0]!, { ...settings.layers[1]!, hatch }];
    const own = { kind: 'hatch', layers: [1], pattern: 'cross', penMm: 0.5, spacingMm: 2, angle: 10 };
    expect(planOptions({ ...settings, layers }, filled, machine).operations).toEqual([own]);
    const operations = { ...noOperations, hatch: 'lines' } as const;
    expect(planOptions({ ...settings, layers, operations }, filled, machine).operations).toEqual([
      own,
      { kind: 'hatch', pattern: 'lines', penMm: 0.5, spacingMm: 1, angle: 45 },
    ]);
    expect(isForSketch(filled, { ...settings, layers })).toBe(true);
    for (const wrong of [{ hatch: 'off' }, { spacingMm: 0 }, { angle: '1' }]) {
      const spoilt = [layers[0]!, { ...layers[1]!, hatch: { ...hatch, ...wrong } as never }];
      expect(isForSketch(filled, { ...settings, layers: spoilt }), JSON.stringify(wrong)).toBe(false);
    }
  });

  it('reject invalid stored papers', () => {
    for (const paper of ['0x10mm', '10x0.5mm', '9999x10mm', '10x10', '-1x10mm', 'a9', '1e3x10mm', ''])
      expect(isPaper(paper), paper).toBe(false);
    for (const paper of ['page', 'machine', 'a4', 'legal', '5000x1mm']) expect(isPaper(paper)).toBe(true);
  });
});
