import { parsePlanOptions, planDrawing, previewSvg, readDrawing, readSvg } from '@stationery/drawing';
import { expect, it } from 'vitest';

const svg = (content: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:i="http://www.inkscape.org/namespaces/inkscape" width="100mm" height="100mm" viewBox="0 0 100 100">${content}</svg>`;
const line = (attributes = '') => `<path stroke="#000" d="M10 10H20" ${attributes}/>`;

it.each(['constructor', 'toString', 'hasOwnProperty', '__proto__'])(
  '%s is not a unit, a paper size or a transform',
  (name) => {
    expect(() => parsePlanOptions({ margin: `10${name.replaceAll('_', '')}` })).toThrow('is not a length');
    expect(() => planDrawing(readSvg(svg(line())), { paper: name })).toThrow('unknown paper size');
    const plain = readSvg(svg(line())).strokes;
    for (const transform of [`${name}(2, 0, 0, 2, 0, 0)`, `${name}(2)`, `${name}(2, 3)`]) {
      expect(readSvg(svg(line(`transform="${transform}"`))).strokes).toEqual(plain);
      expect(readSvg(svg(line(`style="transform: ${transform.toLowerCase()}"`))).strokes).toEqual(plain);
    }
    const turned = (origin: string) =>
      readSvg(svg(line(`style="transform: rotate(90deg); transform-origin: ${origin}"`)));
    expect(turned(`${name} ${name}`).strokes).toEqual(turned('0 0').strokes);
  },
);

it('a layer named “Everything else” stays separate from the layer for the rest', () => {
  const layer = (name: string) => `<g i:groupmode="layer" i:label="${name}">${line()}</g>`;
  const drawing = readSvg(svg(layer('Everything else') + layer('Frame')));
  expect(drawing.layers.map(({ name }) => name)).toEqual(['Everything else', 'Frame']);
  expect(drawing.notes.map(({ code }) => code)).not.toContain('layers-merged');
  const many = readSvg(
    svg(layer('Everything else') + Array.from({ length: 1001 }, (_, at) => layer(`L${at}`)).join('')),
  );
  expect(many.layers).toHaveLength(1000);
  expect(many.notes.map(({ code }) => code)).toContain('layers-merged');
});

it('the preview omits control characters in the names of pens', () => {
  const drawing = readSvg(svg(line()));
  const layers = drawing.layers.map((layer) => ({ ...layer, name: 'Fine\u0001\u000b & “bold”😀\ud800' }));
  const preview = previewSvg(planDrawing({ ...drawing, layers }));
  expect(preview).toContain('data-pen="Fine &#38; “bold”😀"');
  // The two strokes are the sheet and the line.
  expect(readSvg(preview).strokes).toHaveLength(2);
});

it('an HPGL pen that changes its colour starts a new layer', () => {
  const { layers, strokes } = readDrawing(
    'IN;PC1,255,0,0;SP1;PU0,0;PD400,0;PU;PC1,0,0,255;PU0,400;PD400,400;PU;PC1,255,0,0;PU0,800;PD400,800;PU;SP0;',
  );
  expect(layers).toEqual([
    { name: 'Pen 1', colour: '#ff0000' },
    { name: 'Pen 1 #0000ff', colour: '#0000ff' },
  ]);
  expect(strokes.map(({ layer }) => layer)).toEqual([0, 1, 0]);
});
