import { expect, it } from 'vitest';
import {
  DrawingError,
  type FilePlanOptions,
  maxDrawings,
  planFile,
  readSvg,
  type SheetObject,
} from '../src/index.ts';
import { readDrawings } from '../src/sheet/read-drawings.ts';

const page = (size: string, inner: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" ${size}>${inner}</svg>`;
const wide = page(
  'width="40mm" height="20mm" viewBox="0 0 40 20"',
  '<path d="M0 10h40" stroke="#c00"/><rect x="10" y="5" width="20" height="10" fill="#00c"/>',
);
const tall = page('width="10mm" height="30mm" viewBox="0 0 10 30"', '<path d="M5 0v30" stroke="#c00"/>');
const hpgl = 'IN;SP1;PU0,0;PD400,0,400,400;PU;SP0;';
const asItIs: FilePlanOptions = { marginMm: 0, fit: 'none', order: false, simplifyMm: 0, overlapMm: 0 };

const boxes = async (files: readonly string[], options: FilePlanOptions = {}) => {
  const { plan } = await planFile(files, { ...asItIs, ...options });
  const { widthMm, heightMm } = plan.paper;
  const rounded = (mm: number) => Math.round(mm * 100) / 100;
  return {
    paper: [rounded(widthMm), rounded(heightMm)],
    layers: plan.layers.map(({ name, strokes }) => [
      name,
      ...strokes.map((points) => [...points].map(rounded)),
    ]),
  };
};

it('a sheet arranges several drawings in rows, each centred in its cell', async () => {
  expect(await boxes([wide, tall])).toEqual({
    paper: [55, 30],
    layers: [
      // Both files use the same pen.
      ['#cc0000', [0, 15, 40, 15], [50, 0, 50, 30]],
      ['#0000cc', [10, 10, 30, 10, 30, 20, 10, 20, 10, 10]],
    ],
  });
  const column = await boxes([wide, tall], { operations: [{ kind: 'arrange', columns: 1, gapMm: 2 }] });
  expect(column.paper).toEqual([40, 52]);
  expect(column.layers[0]).toEqual(['#cc0000', [0, 10, 40, 10], [20, 22, 20, 52]]);
  expect((await boxes([tall, tall, tall])).paper).toEqual([25, 65]);
});

it('a sheet places each drawing, possibly several times, scaled and rotated about its centre', async () => {
  const objects = [
    { drawing: 1, xMm: 20, yMm: 30 },
    { drawing: 1, xMm: 100, yMm: 40, scale: 2, rotate: 90 },
  ];
  const onPaper = await boxes([wide, tall], {
    paper: '200x100mm',
    fit: 'auto',
    marginMm: 10,
    operations: [{ kind: 'arrange', objects }],
  });
  // The first drawing has no place, so it is left out.
  expect(onPaper).toEqual({
    paper: [200, 100],
    layers: [['#cc0000', [20, 15, 20, 45], [130, 40, 70, 40]]],
  });
  const asSmallAsItIs = await boxes([wide, tall], { operations: [{ kind: 'arrange', objects }] });
  expect(asSmallAsItIs.paper).toEqual([130, 50]);
  const at = (...places: SheetObject[]): FilePlanOptions => ({
    operations: [{ kind: 'arrange', objects: places }],
  });
  const none = at({ drawing: 2, xMm: 1, yMm: 1 });
  await expect(boxes([wide, tall], none)).rejects.toThrow('There is no drawing 3: the sheet has 2');
  const limits = { maxStrokes: 3 };
  const many = at(...objects, ...objects);
  await expect(planFile([wide, tall], many, { limits })).rejects.toThrow('Use fewer copies');
  const filled = page('width="9mm" height="9mm"', `<path fill="red" d="M0 0${'h9v9h-9z'.repeat(9)}"/>`);
  const copies: FilePlanOptions = {
    fill: 'skip',
    operations: [
      { kind: 'arrange', objects: Array(9).fill({ drawing: 0, xMm: 9, yMm: 9 }) },
      { kind: 'hide' },
    ],
  };
  await expect(planFile(filled, copies, { limits: { maxPoints: 100 } })).rejects.toThrow('Use fewer copies');
});

it('curves are read with a precision that suits their scale on the sheet', async () => {
  const dot = page(
    'width="4mm" height="4mm" viewBox="0 0 4 4"',
    '<circle cx="2" cy="2" r="2" stroke="#c00"/>',
  );
  const pointsAt = async (scale: number) => {
    const objects = [{ drawing: 0, xMm: 100, yMm: 100, scale }];
    const { plan } = await planFile(dot, {
      ...asItIs,
      paper: 'a4',
      operations: [{ kind: 'arrange', objects }],
    });
    return plan.layers[0]!.strokes[0]!.length;
  };
  expect(await pointsAt(40)).toBeGreaterThan(3 * (await pointsAt(1)));
});

it('operations apply to all drawings of a sheet, even in formats without shapes', async () => {
  const operations = [{ kind: 'hatch', spacingMm: 2, angle: 0 }, { kind: 'hide' }] as const;
  const { layers } = await boxes([hpgl, wide, wide], { operations });
  // Both drawings are hatched, and the line that the filled shape covers is removed.
  const [, ...lines] = layers.find(([name]) => name === '#cc0000')!;
  expect(lines).toHaveLength(4);
  const [, ...fills] = layers.find(([name]) => name === '#0000cc')!;
  expect(fills.filter(({ length }) => length > 10)).toHaveLength(2);
});

it('layers of a sheet with the same name but different colours stay separate', async () => {
  const layer = (colour: string) =>
    page(
      'width="10mm" height="10mm" viewBox="0 0 10 10"',
      `<g inkscape:groupmode="layer" inkscape:label="Ink" stroke="${colour}"><path d="M1 1h8"/></g>`,
    );
  const { layers } = await boxes([layer('#cc0000'), layer('#00cc00'), layer('#cc0000')]);
  expect(layers.map(([name, ...strokes]) => [name, strokes.length])).toEqual([
    ['Ink', 2],
    ['Ink (2)', 1],
  ]);
});

it('layers of a sheet are selected by their names in the file, even if pens are assigned by colour', async () => {
  const ink = page(
    'width="40mm" height="40mm" viewBox="0 0 40 40"',
    `<g inkscape:groupmode="layer" inkscape:label="Ink"><path d="M0 20h40" stroke="#c00"/><rect x="10" y="10" width="20" height="20" fill="#00c" stroke="#00c"/></g>
    <g inkscape:groupmode="layer" inkscape:label="Notes" stroke="#c00"><path d="M0 5h40"/></g>`,
  );
  const lengths = async (options: FilePlanOptions) =>
    (await boxes([ink], { pens: 'colours', ...options })).layers.map(([name, ...strokes]) => [
      name,
      strokes.length,
    ]);
  expect(await lengths({})).toEqual([
    ['#cc0000', 2],
    ['#0000cc', 1],
  ]);
  expect(await lengths({ layers: ['Notes'] })).toEqual([['#cc0000', 1]]);
  expect(await lengths({ layers: [1] })).toEqual([['#cc0000', 1]]);
  expect(await lengths({ layers: ['#0000CC'] })).toEqual([['#0000cc', 1]]);
  // The blue of a layer covers the red of the same layer, but not the red of the other drawing.
  expect(await lengths({ operations: [{ kind: 'hide', by: 'layer' }] })).toEqual([
    ['#cc0000', 3],
    ['#0000cc', 1],
  ]);
  expect(await lengths({ operations: [{ kind: 'filter', layers: [0], shortestMm: 100 }] })).toEqual([
    ['#cc0000', 1],
  ]);
  await expect(planFile(ink, { pens: 'colours', layers: ['Sky'] })).rejects.toThrow('2: “Ink”, “Notes”');
});

it('an error names the refused drawing, and limits apply to all drawings together', async () => {
  await expect(planFile([wide, 'no drawing at all'])).rejects.toThrow(/^Drawing 2: /);
  const limits = { maxStrokes: 3 };
  expect((await planFile([wide, tall], {}, { limits })).plan.layers).toHaveLength(2);
  await expect(planFile([wide, wide], {}, { limits })).rejects.toThrow(DrawingError);
  await expect(planFile(Array.from({ length: maxDrawings + 1 }, () => tall))).rejects.toThrow(
    '1 to 20 drawings',
  );
});

it('limits of elements and work apply to all drawings together', async () => {
  const many = `<svg xmlns="http://www.w3.org/2000/svg" width="9mm" height="9mm">${'<path stroke="red" d="M1 1H9"/>'.repeat(60)}</svg>`;
  const limits = { maxElements: 100 };
  await expect(planFile([many], {}, { limits })).resolves.toBeDefined();
  await expect(planFile([many, many], {}, { limits })).rejects.toThrow(/^Drawing 2: .*elements/);
  const clipped = many
    .replace('<path', '<clipPath id="c"><circle r="5"/></clipPath><path')
    .replaceAll('stroke="red"', 'stroke="red" clip-path="url(#c)"');
  let work = 0;
  readSvg(clipped, { onSpent: ({ maxWork }) => (work = maxWork) });
  expect(work).toBeGreaterThan(0);
  const maxWork = 1.5 * work;
  expect(readDrawings([clipped], { maxWork })[0]!.strokes).not.toEqual([]);
  expect(() => readDrawings([clipped, clipped], { maxWork })).toThrow(/^Drawing 2: /);
});
