import { readFileSync } from 'node:fs';
import { type Drawing, type NoteCode, type ReadOptions, readSvg } from '@stationery/drawing';
import { describe, expect, it } from 'vitest';
import { svgOf } from './support/svg-of.ts';

const strokesOf = (drawing: Drawing) =>
  drawing.strokes.map(({ points }) => [...points].map((value) => Math.round(value * 1000) / 1000));
const read = (body: string, options?: ReadOptions) => readSvg(svgOf(body), options);
const notesOf = (body: string, options?: ReadOptions) => read(body, options).notes.map(({ text }) => text);

describe('the page', () => {
  it.each([
    ['width="60mm" height="40mm"', 60, 40],
    ['width="2in" height="10cm"', 50.8, 100],
    ['width="96" height="48px"', 25.4, 12.7],
    ['width="72pt" height="6pc"', 25.4, 25.4],
    ['width="40Q" height="2em"', 10, 8.467],
    ['viewBox="0 0 96 192"', 25.4, 50.8],
    ['width="50mm" viewBox="0 0 100 80"', 50, 40],
    ['width="50%" height="100%" viewBox="0 0 96 96"', 12.7, 12.7],
  ])('has the size given by “%s”', (attributes, width, height) => {
    const { widthMm, heightMm } = readSvg(svgOf('', attributes));
    expect([widthMm, heightMm].map((value) => Math.round(value * 1000) / 1000)).toEqual([width, height]);
  });

  it('has the size of the drawing, and adds a note, if the file gives no size', () => {
    const drawing = readSvg(svgOf('<path d="M96 96H960V480"/>', ''));
    expect([drawing.widthMm, drawing.heightMm]).toEqual([254, 127]);
    expect(drawing.notes).toEqual([
      {
        code: 'page-size',
        text: 'The file says nothing of its size; the page is as large as what is drawn.',
        count: 1,
      },
    ]);
  });

  it('cuts lines at its edge and adds a note, unless asked not to', () => {
    const drawing = read('<path d="M50 10H80"/>');
    expect(strokesOf(drawing)).toEqual([[50, 10, 60, 10]]);
    expect(drawing.notes).toEqual([
      { code: 'beyond-page', text: 'Lines beyond the edge of the page are cut off there.', count: 1 },
    ]);
    expect(strokesOf(read('<path d="M50 10H80"/>', { cutAtPage: false }))).toEqual([[50, 10, 80, 10]]);
  });

  it('draws a frame that is up to 0.1 mm outside along the edge of the page', () => {
    const frame = (outside: number) =>
      read(
        `<rect x="${-outside}" y="${-outside}" width="${60 + 2 * outside}" height="${40 + 2 * outside}"/>`,
      );
    const whole = [[0, 0, 60, 0, 60, 40, 0, 40, 0, 0]];
    for (const outside of [0, 0.002, 0.05, 0.099]) {
      expect(strokesOf(frame(outside))).toEqual(whole);
      expect(frame(outside).notes).toEqual([]);
    }
    expect(frame(0.11).notes.map(({ code }) => code)).toEqual(['outside-page']);
    expect(strokesOf(read('<path d="M30 0.05L40 -0.05L50 0.05M10 30L20 50M70 9V10"/>'))).toEqual([
      [30, 0.05, 35, 0, 40, 0, 45, 0, 50, 0.05].map((value) => expect.closeTo(value, 9)),
      [10, 30, 15, 40],
    ]);
    expect(strokesOf(read('<path stroke-linecap="round" d="M60.05 9h0"/>'))).toEqual([[60, 9, 60, 9]]);
  });
});

describe('text in other encodings', () => {
  const file = (encoding: string) =>
    `<?xml version="1.0" encoding="${encoding}"?>${svgOf('<g id="ü"><path d="M0 0H9"/></g>')}`;
  it('is decoded according to the XML declaration or the byte order mark', () => {
    const latin1 = Uint8Array.from(file('ISO-8859-1'), (letter) => letter.charCodeAt(0));
    expect(readSvg(latin1, { layersBy: 'layer' }).layers[0]?.name).toBe('ü');
    const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(file('UTF-16'), 'utf16le')]);
    expect(readSvg(utf16, { layersBy: 'layer' }).layers[0]?.name).toBe('ü');
    expect(readSvg(utf16.subarray(2), { layersBy: 'layer' }).layers[0]?.name).toBe('ü');
    const untrue = Buffer.from(file('UTF-16'), 'utf8');
    expect(readSvg(untrue, { layersBy: 'layer' }).layers[0]?.name).toBe('ü');
    const marked = Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(file('ISO-8859-1'), 'utf8')]);
    expect(readSvg(marked, { layersBy: 'layer' }).layers[0]?.name).toBe('ü');
    expect(readSvg(`\ufeff${svgOf('')}`).strokes).toEqual([]);
  });
});

describe('layers', () => {
  const inkscape =
    'xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" width="60mm" height="40mm" viewBox="0 0 60 40"';
  const layer = (name: string, body: string) =>
    `<g inkscape:groupmode="layer" inkscape:label="${name}">${body}</g>`;

  it('are read from Inkscape, including nested layers, in drawing order', () => {
    const inner = layer('Inner', '<path stroke="red" d="M0 1H9"/><path stroke="red" d="M0 2H9"/>');
    const outer = layer('Outer', `<path d="M0 0H9"/>${inner}`);
    const body = `${outer}<path d="M0 3H9"/>${layer('Empty', '')}`;
    const drawing = readSvg(svgOf(body, inkscape));
    expect(drawing.layers).toEqual([
      { name: 'Outer', colour: '#000000' },
      { name: 'Outer / Inner', colour: '#ff0000' },
      { name: 'No layer', colour: '#000000' },
    ]);
    expect(drawing.strokes.map((stroke) => stroke.layer)).toEqual([0, 1, 1, 2]);
  });

  it('are read from Illustrator with decoded names', () => {
    const head = '<!-- Generator: Adobe Illustrator 24.0.1, SVG Export Plug-In -->';
    const file = svgOf(
      '<g id="Layer_1"><path d="M0 0H9"/></g><g id="F_xFC__x0DF_e_1_"><path d="M0 1H9"/></g>',
    );
    expect(readSvg(head + file).layers.map(({ name }) => name)).toEqual(['Layer 1', 'Füße']);
    const corpus = readSvg(readFileSync(new URL('corpus/illustrator.svg', import.meta.url)));
    expect(corpus.layers.map(({ name }) => name)).toEqual(['Layer One', 'Zwölf']);
    const exported = svgOf('<g id="Ebene_1" data-name="Ebene 1"><path d="M0 0H9"/></g>');
    expect(readSvg(exported).layers.map(({ name }) => name)).toEqual(['Ebene 1']);
  });

  it('are colours if the file has no layers, or if asked to', () => {
    const body =
      '<path d="M0 0H9"/><g stroke="#F00"><path d="M0 1H9"/></g><path stroke="rgb(255,0,0)" d="M0 2H9"/>';
    expect(read(body).layers).toEqual([
      { name: '#000000', colour: '#000000' },
      { name: '#ff0000', colour: '#ff0000' },
    ]);
    expect(readSvg(svgOf(layer('A', body), inkscape), { layersBy: 'colour' }).layers).toHaveLength(2);
    expect(read(body, { layersBy: 'none' }).layers).toEqual([{ name: 'Drawing', colour: '#ff0000' }]);
    expect(read(`<g id="one">${body}</g>`, { layersBy: 'layer' }).layers.map(({ name }) => name)).toEqual([
      'one',
    ]);
  });
});

describe('switch elements', () => {
  it('draw the first child that is supported, such as text next to foreign objects', () => {
    const either =
      '<switch><foreignObject width="9" height="9"/><path d="M0 0H9"/><path d="M0 5H9"/></switch>';
    expect(strokesOf(read(either))).toEqual([[0, 0, 9, 0]]);
    expect(notesOf('<switch><foreignObject width="9" height="9"/></switch>')).toEqual([
      'Parts in another language than SVG (“foreignObject”) are not drawn.',
    ]);
  });
});

describe('colours', () => {
  const colourOf = (style: string) => read(`<path style="${style}" d="M0 0H9"/>`).layers[0]?.colour;
  it('are read in new notations, or taken from a preceding fallback if not supported', () => {
    expect(colourOf('stroke: color(display-p3 1 0.5 0)')).toBe('#ff8000');
    expect(colourOf('stroke: #123456; stroke: oklch(0.5 0.1 30)')).toBe('#123456');
    expect(colourOf('stroke: light-dark(rgb(1, 2, 3), #fff)')).toBe('#010203');
    expect(colourOf('stroke: #CD853F icc-color(acme, 0.1)')).toBe('#cd853f');
    expect(colourOf('stroke: hsl(0.5turn 100% 50%)')).toBe('#00ffff');
  });
});

describe('fills', () => {
  const filled = '<path d="M1 1H9V9" fill="#123" stroke="none"/>';
  it('are drawn as closed outlines, and add a note', () => {
    const drawing = read(filled);
    expect(strokesOf(drawing)).toEqual([[1, 1, 9, 1, 9, 9, 1, 1]]);
    expect(drawing.layers).toEqual([{ name: '#112233', colour: '#112233' }]);
    expect(drawing.notes).toEqual([
      { code: 'fill-outlined', text: 'Filled shapes without a stroke are drawn as outlines.', count: 1 },
    ]);
  });

  it('are clipped as areas: their outline is closed along the clip path', () => {
    const disc = '<clipPath id="c"><circle cx="30" cy="20" r="10"/></clipPath>';
    const around = 'x="10" y="5" width="40" height="30" clip-path="url(#c)"';
    const [outline, ...others] = strokesOf(read(`${disc}<rect ${around} fill="red" stroke="none"/>`));
    expect(others).toEqual([]);
    for (let at = 0; at < outline!.length; at += 2)
      expect(Math.hypot(outline![at]! - 30, outline![at + 1]! - 20)).toBeCloseTo(10, 1);
    expect(outline!.slice(0, 2)).toEqual(outline!.slice(-2));
    expect(notesOf(`${disc}<rect ${around} stroke="red"/>`)).toEqual([
      'Shapes that lie wholly outside of their clip path are not drawn.',
    ]);
    const half = `${disc}<path fill="red" stroke="none" d="M0 0H30V40H0Z" clip-path="url(#c)"/>`;
    const [left] = strokesOf(read(half));
    expect(Math.max(...left!.filter((_, at) => at % 2 === 0))).toBeCloseTo(30, 3);
    expect(Math.min(...left!.filter((_, at) => at % 2 === 0))).toBeCloseTo(20, 1);
  });

  it.each([
    ['a white one', '', 'fill="white"', 20],
    ['by opacity', ' style="mask-type:alpha"', 'fill="#D9D9D9"', 20],
    ['a dark one', '', 'fill="#333"', 60],
    ['a translucent one', '', 'fill="white" fill-opacity="0.5"', 60],
    ['with a gradient', '', 'fill="url(#g)"', 60],
    ['with a line', '', 'fill="white" stroke="white"', 60],
  ])('are cut by a mask that is fully opaque or transparent: %s', (_, type, fill, lengthMm) => {
    const mask = `<mask id="m"${type} stroke="none" maskUnits="userSpaceOnUse"><rect x="20" width="20" height="40" ${fill}/></mask>`;
    const drawing = read(`${mask}<g mask="url(#m)"><path d="M0 20H60" stroke="red"/></g>`);
    const [line] = strokesOf(drawing);
    expect(Math.abs(line!.at(-2)! - line![0]!)).toBeCloseTo(lengthMm);
    expect(drawing.notes.map(({ code }) => code)).toEqual(lengthMm === 20 ? [] : ['mask']);
  });

  it('are closed along a clip path, but not along the edge of the page', () => {
    const big = '<rect x="-10" y="-10" width="30" height="30" fill="red" stroke="none"/>';
    const clip = (attributes: string) =>
      `<clipPath id="c"><rect ${attributes}/></clipPath><g clip-path="url(#c)">${big}</g>`;
    const open = [[20, 0, 20, 20, 0, 20]];
    expect(strokesOf(read(big))).toEqual(open);
    expect(strokesOf(read(clip('width="60" height="40"')))).toEqual(open);
    const inner = strokesOf(read(clip('x="5" y="5" width="50" height="40"')));
    expect(inner).toHaveLength(1);
    expect(new Set(inner[0])).toEqual(new Set([5, 20]));
  });

  it('are left out if asked to', () => {
    const drawing = read(`${filled}${filled}`, { fill: 'skip' });
    expect(drawing.strokes).toEqual([]);
    expect(drawing.notes).toEqual([
      { code: 'fill-left-out', text: 'Filled shapes without a stroke are left out.', count: 2 },
    ]);
  });
});

describe('notes about parts that are not drawn', () => {
  it.each<[string, string, NoteCode]>([
    ['<image href="a.png" width="9" height="9"/>', 'Pictures are not drawn: a pen draws lines.', 'picture'],
    [
      '<foreignObject width="9" height="9"/>',
      'Parts in another language than SVG (“foreignObject”) are not drawn.',
      'foreign-object',
    ],
    [
      '<path marker-end="url(#m)" style="marker-start:none" d="M0 0H9"/>',
      'The marker “url(#m)” is not in the file and is not drawn.',
      'marker',
    ],
    [
      '<path fill="red" stroke="none" d="M0 0H9"/>',
      'Shapes that have neither a stroke nor an area are not drawn.',
      'nothing-painted',
    ],
    [
      '<path stroke="oklch(0.2 0.1 30)" d="M0 0H9"/>',
      'Colours written in a way that is not known here are black.',
      'colour-unknown',
    ],
    [
      '<clipPath id="c"><text>a</text></clipPath><path clip-path="url(#c)" d="M0 0H9"/>',
      'Letters in a clip path have the shape of the built-in font.',
      'clip-by-text',
    ],
    [
      '<clipPath id="c" clipPathUnits="objectBoundingBox"><rect width="1" height="1"/></clipPath><path clip-path="url(#c)" d="M0 0H9"/>',
      'Parts without width or height are not drawn if their clip path is relative to their size.',
      'clip-without-size',
    ],
    [
      '<style>g{path{stroke:red}}</style>',
      'Style rules inside the rule for “g” are not applied.',
      'style-rule',
    ],
    ['<path mask="url(#m)" d="M0 0H9"/>', 'Masks are not applied: what they hide is drawn.', 'mask'],
    ['<path filter="url(#m)" d="M0 0H9"/>', 'Filters (shadow, blur and the like) are not applied.', 'filter'],
    [
      '<path d="M0 0H9"><animate attributeName="d"/></path>',
      'Animations are not played: the drawing is as it is at the start, without them.',
      'animation',
    ],
    [
      '<rect fill="red" width="5" height="5"/>',
      'Areas are not filled in: of shapes with a stroke and a fill, the stroke is drawn.',
      'fill-not-drawn',
    ],
    ['<text font-size="0" y="9">a</text>', 'Letters of the size 0 are not drawn.', 'without-size'],
    ['<rect style="rotate: x 10deg" width="5" height="5"/>', '“rotate” is not applied.', 'style-property'],
    [
      '<rect style="transform: rotateX(10deg)" width="5" height="5"/>',
      '“transform” is not applied.',
      'style-property',
    ],
    [
      '<rect transform="rotate(10deg)" width="5" height="5"/>',
      '“transform” is not applied.',
      'style-property',
    ],
    ['<script>1</script>', 'Scripts are not run.', 'script'],
    ['<g display="none"><path d="M0 0H9"/></g>', 'Hidden parts are not drawn.', 'hidden'],
    ['<path visibility="hidden" d="M0 0H9"/>', 'Hidden parts are not drawn.', 'hidden'],
    [
      '<path stroke="none" d="M0 0H9"/>',
      'Shapes that have neither a stroke nor a fill are not drawn.',
      'nothing-painted',
    ],
    ['<blob/>', '“<blob>” is not known and is not drawn.', 'unknown-element'],
    ['<h:p xmlns:h="http://www.w3.org/1999/xhtml"/>', '“h:p” is not SVG and is not drawn.', 'other-language'],
    ['<use href="other.svg#a"/>', 'Other files (“other.svg#a”) are not loaded.', 'other-file'],
    ['<use href="#nobody"/>', '“#nobody” is used, but not in the file.', 'use-without-target'],
    [
      '<rect width="-1" height="5"/>',
      'A negative “width” makes a “rect” that is not drawn.',
      'negative-size',
    ],
    ['<circle/>', 'A “circle” without size is not drawn.', 'without-size'],
    ['<path/>', 'A “path” without points is not drawn.', 'without-size'],
    ['<polygon points=""/>', 'A “polygon” without points is not drawn.', 'without-size'],
    ['<path d="M-9 -9h5"/>', 'Shapes whose lines all lie outside of the page are not drawn.', 'outside-page'],
    [
      '<path fill="red" stroke="none" d="M-9 -9H99V99H-9Z"/>',
      'Shapes whose lines all lie outside of the page are not drawn.',
      'outside-page',
    ],
    [
      '<path fill="red" stroke="none" d="M9 9H19H10Z"/>',
      'Shapes that have neither a stroke nor an area are not drawn.',
      'nothing-painted',
    ],
    [
      '<clipPath id="c"><rect width="5" height="5"/></clipPath><path clip-path="url(#c)" d="M9 9H19"/>',
      'Shapes that lie wholly outside of their clip path are not drawn.',
      'clipped-away',
    ],
    [
      '<polyline points="1 2 x"/>',
      'A “polyline” whose points cannot be read is not drawn.',
      'points-mistake',
    ],
    [
      '<path d="M0 0h0"/>',
      'Lines without length whose ends are not round or square are not drawn.',
      'without-length',
    ],
    [
      '<path clip-path="rect(5px)" d="M0 0H9"/>',
      'The clip path “rect(5px)” is not applied: only a “clipPath” of the file and simple shapes are.',
      'clip-unknown',
    ],
    [
      '<rect systemLanguage="tlh" width="5" height="5"/>',
      'Parts for another language or another program are not drawn.',
      'conditional',
    ],
    [
      '<style>g:has(path){stroke:red}</style>',
      'The style rule for “g:has(path)” is of a kind that is not applied.',
      'style-rule',
    ],
    [
      '<style>g:not(.a){stroke:red}</style>',
      'The style rule for “g:not(.a)” is of a kind that is not applied.',
      'style-rule',
    ],
    [
      '<style>path:first-child{stroke:red}</style>',
      'The style rule for “path:first-child” is of a kind that is not applied.',
      'style-rule',
    ],
    ['<path stroke-width="calc(1px + 2px)" d="M0 0H9"/>', '“stroke-width” is not applied.', 'style-property'],
    [
      '<path style="transform:translate3d(1px,1px,0)" d="M0 0H9"/>',
      '“transform” is not applied.',
      'style-property',
    ],
    [
      '<rect width="calc(1px + 2px)" height="9"/>',
      '“calc(1px + 2px)” is not a length for “width” and was passed over.',
      'length-mistake',
    ],
    [
      '<style>@media print{path{stroke:red}}</style>',
      "The style sheet's “@media” rules are not applied.",
      'style-rule',
    ],
    [
      '<linearGradient id="g"><stop/></linearGradient><path stroke="url(#g)" d="M0 0H9"/>',
      'A “linearGradient” is drawn in one colour: a pen has no other.',
      'paint-simplified',
    ],
  ])('are added for %s', (body, text, code) => {
    expect(read(body).notes).toContainEqual({ code, text, count: 1 });
  });

  it('are added for every painted shape that yields no line', () => {
    const area = 'fill="red" stroke="none"';
    const shapes = [
      '<path d="M5 5"/>',
      '<path d="M5 5z"/>',
      `<path ${area} d="M5 5"/>`,
      `<path ${area} d="M5 5L9 5"/>`,
      `<path ${area} d="M5 5H20L5 5.0005Z"/>`,
      `<circle ${area} cx="9" cy="9" r="1e-7"/>`,
      `<polygon ${area} points="5 5 9 9"/>`,
      '<polyline points="5 5"/>',
      '<line/>',
      `<line ${area} x2="9"/>`,
      '<path stroke-dasharray="5" stroke-dashoffset="5" d="M5 5H8"/>',
      '<path stroke-width="0" d="M5 5H8"/>',
      `<clipPath id="c"/><rect ${area} clip-path="url(#c)" width="9" height="9"/>`,
      `<clipPath id="c"><path d="M0 0H9"/></clipPath><rect ${area} clip-path="url(#c)" width="9" height="9"/>`,
      `<clipPath id="c"><rect x="9" width="9" height="9"/></clipPath><rect ${area} clip-path="url(#c)" width="9" height="9"/>`,
      `<svg width="5" height="5"><rect ${area} x="9" y="9" width="5" height="5"/></svg>`,
      `<rect ${area} x="-9" y="-9" width="99" height="99"/>`,
      '<path d="M60.05 5L60.2 9"/>',
      '<text y="-9">a</text>',
    ];
    const drawnDifferently = ['fill-outlined', 'text-font'];
    for (const shape of shapes) {
      const { strokes, notes } = read(shape);
      expect(strokes, shape).toEqual([]);
      expect(notes.filter(({ code }) => !drawnDifferently.includes(code)).length, shape).toBeGreaterThan(0);
    }
  });

  it('are not added for parts that are drawn exactly or are invisible', () => {
    const body =
      '<title>A</title><desc>B</desc><metadata><x/></metadata><defs><image/></defs><path d="M0 0H9"/>';
    expect(notesOf(body)).toEqual([]);
  });
});

describe('text', () => {
  const box = (drawing: Drawing) => {
    const xs = drawing.strokes.flatMap(({ points }) => [...points].filter((_, at) => at % 2 === 0));
    const ys = drawing.strokes.flatMap(({ points }) => [...points].filter((_, at) => at % 2 === 1));
    return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)] as const;
  };

  it('stands on its baseline, with capitals 0.7 times as high as the font size', () => {
    const [left, top, right, bottom] = box(read('<text x="10" y="20" font-size="10">H</text>'));
    expect(bottom).toBeCloseTo(20);
    expect(top).toBeCloseTo(13);
    expect(left).toBeGreaterThan(10);
    expect(right).toBeLessThan(10 + 22 / 3);
  });

  it('is placed by anchor, position lists, spacing and length', () => {
    const at = (attributes: string, text = 'HH') =>
      box(read(`<text y="20" font-size="6" ${attributes}>${text}</text>`));
    const [start] = at('x="30"');
    const width = 2 * 22 * 0.2;
    expect(at('x="30" text-anchor="middle"')[0]).toBeCloseTo(start - width / 2);
    expect(at('x="30" text-anchor="end"')[0]).toBeCloseTo(start - width);
    expect(at('x="10 30"')[2]).toBeCloseTo(at('x="30"', 'H')[2]);
    expect(at('x="10" dx="0 5"')[2]).toBeCloseTo(at('x="10"')[2] + 5);
    expect(at('x="10" letter-spacing="3"')[2]).toBeCloseTo(at('x="10"')[2] + 3);
    expect(at('x="10" textLength="40"')[2] - at('x="10"')[2]).toBeCloseTo(40 - width);
    expect(at('x="10"', '  H\n  <tspan>H</tspan> ')[2]).toBeCloseTo(at('x="10"', 'H H')[2]);
  });

  it('runs along a path, up to its end', () => {
    const path = '<path id="p" d="M10 30V5" stroke="none"/>';
    const letter = (text: string) =>
      `${path}<text font-size="6"><textPath href="#p" startOffset="5">${text}</textPath></text>`;
    const [left, top, right, bottom] = box(read(letter('H')));
    // The path leads upwards and is the base line, so the tops of the letters point to its left.
    expect(right).toBeCloseTo(10);
    expect(left).toBeCloseTo(10 - 4.2);
    expect(bottom).toBeLessThan(25);
    expect(top).toBeGreaterThan(25 - 4.4);
    expect(notesOf(letter('HHHHHHHH'))).toContain(
      'Letters beyond the end of the path that they run along are not drawn.',
    );
    expect(notesOf('<text><textPath href="#no">H</textPath></text>')).toEqual([
      'Text along “#no” is not drawn: there is no such path.',
    ]);
  });

  it('is raised, lowered, aligned and underlined', () => {
    const at = (tspan: string) =>
      box(read(`<text x="9" y="20" font-size="10"><tspan ${tspan}>H</tspan></text>`));
    const [, , , bottom] = at('');
    expect(at('baseline-shift="super"')[3]).toBeCloseTo(bottom - 5.7);
    expect(at('style="baseline-shift: -20%"')[3]).toBeCloseTo(bottom + 2);
    expect(at('baseline-shift="3"')[3]).toBeCloseTo(bottom - 3);
    expect(at('alignment-baseline="hanging"')[3]).toBeCloseTo(bottom + 7);
    const lines = (body: string) => read(body).strokes.length;
    const text = (attributes: string, content = 'H H<tspan>H</tspan>') =>
      `<text x="9" y="20" font-size="6" ${attributes}>${content}</text>`;
    expect(lines(text('text-decoration="underline"'))).toBe(lines(text('')) + 2);
    expect(lines(text('style="text-decoration: underline line-through"', 'H H'))).toBe(
      lines(text('', 'H H')) + 2,
    );
    expect(
      lines(text('', '<tspan text-decoration="overline">H <tspan text-decoration="none">H</tspan></tspan>')),
    ).toBe(lines(text('', 'H H')) + 2);
    expect(lines(`<g text-decoration="underline">${text('', 'H<tspan>H</tspan>')}</g>`)).toBe(
      lines(text('', 'HH')) + 2,
    );
    const [left, , right, below] = box(read(text('text-decoration="underline" textLength="30"', 'HHH')));
    expect([left, right, below]).toEqual([9, 39, 20.78].map((value) => expect.closeTo(value, 9)));
  });

  it('clips with letters whose strokes have the width of a stem', () => {
    const clip = '<clipPath id="c"><text x="9" y="20" font-size="10">I</text></clipPath>';
    const [left, top, right, bottom] = box(
      read(`${clip}<rect width="90" height="90" fill="red" stroke="none" clip-path="url(#c)"/>`),
    );
    const [, letterTop, , letterBottom] = box(read('<text x="9" y="20" font-size="10">I</text>'));
    expect([right - left, letterTop - top, bottom - letterBottom]).toEqual(
      [1, 0.5, 0.5].map((value) => expect.closeTo(value, 2)),
    );
    const [from, , to] = box(read(`${clip}<path d="M0 17H90" stroke="red" clip-path="url(#c)"/>`));
    expect([from, to]).toEqual([left, right].map((value) => expect.closeTo(value, 2)));
    const hidden = clip.replace('<text', '<text visibility="hidden"');
    expect(read(`${hidden}<path d="M0 17H90" stroke="red" clip-path="url(#c)"/>`).strokes).toEqual([]);
  });

  it('has accents; a missing letter is drawn as a box, with a note', () => {
    const lines = (text: string) => read(`<text x="9" y="20" font-size="6">${text}</text>`).strokes.length;
    expect(lines('ä')).toBe(lines('a') + 2);
    expect(lines('É')).toBe(lines('E') + 1);
    expect(lines('ß€')).toBeGreaterThan(2);
    expect(notesOf('<text x="9" y="20">漢</text>')).toContain(
      'The built-in font has no “漢”; a box stands for it.',
    );
  });
});

describe('markers', () => {
  const arrow =
    '<marker id="m" orient="auto-start-reverse" refX="1" markerWidth="9" markerHeight="9" overflow="visible"><path d="M-1 -1L1 0L-1 1"/></marker>';
  it('are placed at ends and vertices, rotated with the path and scaled by its width', () => {
    const lines = strokesOf(
      read(`${arrow}<path stroke-width="2" marker-start="url(#m)" marker-end="url(#m)" d="M10 20H40"/>`),
    );
    expect(lines).toEqual([
      [10, 20, 40, 20],
      [14, 22, 10, 20, 14, 18].map((value) => expect.closeTo(value, 9)),
      [36, 18, 40, 20, 36, 22].map((value) => expect.closeTo(value, 9)),
    ]);
    const mid = read(
      `${arrow}<polyline marker="none" style="marker-mid: url(#m)" points="5 5 15 5 15 15 5 15"/>`,
    );
    expect(mid.strokes).toHaveLength(3);
  });

  it('are drawn once if they contain themselves, and are counted as elements', () => {
    const itself =
      '<marker id="m" markerWidth="9" markerHeight="9"><path marker-end="url(#m)" d="M0 0H5"/></marker>';
    expect(notesOf(`${itself}<path marker-end="url(#m)" d="M9 9H19"/>`)).toEqual([
      'Elements that use each other in a circle are drawn once.',
    ]);
    expect(() =>
      readSvg(svgOf(`${arrow}<path style="marker-mid:url(#m)" d="M0 0${'h1v1'.repeat(500)}"/>`), {
        maxElements: 500,
      }),
    ).toThrow('too large');
  });
});

describe('dashes', () => {
  it('are scaled with the drawing unless the stroke is non-scaling', () => {
    expect(strokesOf(read('<path transform="scale(2)" stroke-dasharray="2 3" d="M0 5H7"/>'))).toEqual([
      [0, 10, 4, 10],
      [10, 10, 14, 10],
    ]);
    const fixed = read(
      '<path transform="scale(2)" stroke-dasharray="96" vector-effect="non-scaling-stroke" d="M0 5H25"/>',
    );
    expect(strokesOf(fixed)).toEqual([[0, 10, 25.4, 10]]);
  });
});

describe('patterns', () => {
  const hatch = (attributes: string, body = '<path d="M2 0V4"/>') =>
    `<pattern id="p" patternUnits="userSpaceOnUse" ${attributes}>${body}</pattern>`;
  const area = '<rect x="4" y="4" width="8" height="6" stroke="none" fill="url(#p)"/>';

  it('repeat inside the shape, without drawing its outline', () => {
    const drawing = read(`${hatch('width="4" height="4" stroke="#00f"')}${area}`);
    expect(strokesOf(drawing)).toEqual([
      [6, 4, 6, 8],
      [10, 4, 10, 8],
      [6, 8, 6, 10],
      [10, 8, 10, 10],
    ]);
    expect(drawing.layers.map(({ name }) => name)).toEqual(['#0000ff']);
    expect(drawing.notes).toEqual([]);
  });

  it('add no notes for tiles outside the shape', () => {
    const disc = '<circle cx="20" cy="20" r="9" stroke="none" fill="url(#p)"/>';
    const drawing = read(`${hatch('width="1" height="1"', '<path d="M0 0L1 1"/>')}${disc}`);
    expect(drawing.strokes.length).toBeGreaterThan(200);
    expect(drawing.notes).toEqual([]);
  });

  it('do not replace the stroke of the shape', () => {
    const drawing = read(`${hatch('width="4" height="4"')}${area.replace('none', '#f00')}`);
    expect(drawing.layers.map(({ name }) => name).sort()).toEqual(['#000000', '#ff0000']);
    expect(strokesOf(drawing)).toHaveLength(5);
  });

  it('are drawn without a background, which would appear as a grid', () => {
    const drawing = read(
      `${hatch('width="4" height="4"', '<rect width="4" height="4" stroke="none" fill="#eee"/><path d="M2 0V4"/>')}${area}`,
    );
    expect(strokesOf(drawing)).toHaveLength(4);
    expect(drawing.notes.map(({ text }) => text)).toEqual(['Backgrounds of patterns are not drawn.']);
  });

  it.each([
    ['too fine', hatch('width="0.01" height="0.01"')],
    ['without size', hatch('')],
    ['empty', hatch('width="4" height="4"', ' ')],
  ])('that are %s are drawn as the outline, or not at all', (_what, pattern) => {
    expect(strokesOf(read(`${pattern}${area}`)).length).toBeLessThan(2);
  });

  it('do not recurse endlessly if they refer to themselves as their fill', () => {
    const body = '<rect width="3" height="3" stroke="none" fill="url(#p)"/>';
    expect(strokesOf(read(`${hatch('width="4" height="4"', body)}${area}`)).length).toBeGreaterThan(0);
  });
});

describe('a drawing in a data URI', () => {
  const image = (svg: string) => `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
  const line =
    '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><path d="M0 5H10" stroke="#000"/></svg>';

  it('is drawn in its frame, without the styles of the surrounding document', () => {
    const body = `<style>path{display:none}</style><image x="10" y="20" width="20" height="20" href="${image(line)}"/>`;
    expect(strokesOf(read(body))).toEqual([[10, 30, 30, 30]]);
    expect(notesOf(body)).toEqual([]);
  });

  it.each([
    ['a photo', 'data:image/png;base64,iVBORw0KGgo='],
    ['damaged base64', 'data:image/svg+xml;base64,%%%'],
    ['damaged XML', 'data:image/svg+xml,<svg'],
    ['no SVG', image('<html/>')],
    ['a drawing without size', image('<svg xmlns="http://www.w3.org/2000/svg" width="0" height="5"/>')],
  ])('is not drawn and adds a note if it is %s', (_, href) => {
    const body = `<image width="9" height="9" href="${href.replaceAll('<', '&lt;')}"/>`;
    expect(read(body)).toMatchObject({ strokes: [], notes: [{ code: 'picture' }] });
  });

  it('may be nested up to eight levels deep', () => {
    let svg = line;
    const wrap = () =>
      `<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><image width="10" height="10" href="${image(svg)}"/></svg>`;
    for (let depth = 0; depth < 7; depth++) svg = wrap();
    expect(read(`<image width="10" height="10" href="${image(svg)}"/>`).strokes).toHaveLength(1);
    svg = wrap();
    expect(read(`<image width="10" height="10" href="${image(svg)}"/>`)).toMatchObject({
      strokes: [],
      notes: [{ code: 'picture' }],
    });
  });
});
