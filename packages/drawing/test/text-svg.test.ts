import { expect, it } from 'vitest';
import {
  DrawingError,
  lineFonts,
  readSvg,
  readSvgFont,
  type TextStyle,
  textDefaults,
  textSvg,
} from '../src/index.ts';

function written(text: string, style: Partial<TextStyle> = {}) {
  const { strokes, notes, widthMm, heightMm } = readSvg(textSvg(text, { ...textDefaults, ...style }));
  const xs = strokes.flatMap(({ points }) => [...points].filter((_, at) => at % 2 === 0));
  const ys = strokes.flatMap(({ points }) => [...points].filter((_, at) => at % 2 === 1));
  const box = {
    left: Math.min(...xs),
    right: Math.max(...xs),
    top: Math.min(...ys),
    bottom: Math.max(...ys),
  };
  return { strokes, notes, widthMm, heightMm, ...box };
}

it('text stays within its page, is drawn with all letters of the font, and causes no notes', () => {
  const { strokes, notes, widthMm, heightMm, left, right, top, bottom } = written(
    'Größe <5 & "½" ẞ™ €\nÀgypt, ¾ y',
  );
  expect(strokes.length).toBeGreaterThan(30);
  expect(notes).toEqual([]);
  expect(left).toBeGreaterThanOrEqual(0);
  expect(top).toBeGreaterThanOrEqual(0);
  expect(right).toBeLessThanOrEqual(widthMm);
  expect(bottom).toBeLessThanOrEqual(heightMm);
});

it('a capital letter is 0.7 times as high as the font size', () => {
  const { top, bottom } = written('H', { sizeMm: 20 });
  expect(bottom - top).toBeCloseTo(14, 3);
});

it.each([
  ['left', 0],
  ['center', 0.5],
  ['right', 1],
] as const)('lines are aligned %s', (align, part) => {
  const { strokes, widthMm } = written('HHHHHHHH\nH', { align });
  const short = strokes.slice(-3).flatMap(({ points }) => [...points].filter((_, at) => at % 2 === 0));
  const middle = (Math.min(...short) + Math.max(...short)) / 2;
  const letterMm = widthMm / 8;
  expect(middle).toBeCloseTo(letterMm / 2 + part * (widthMm - letterMm), 2);
});

it('lines and letters are spaced as chosen', () => {
  const lineMm = written('I\nI', { lineHeight: 2 }).bottom - written('I').bottom;
  expect(lineMm).toBeCloseTo(20, 3);
  expect(written('HHH', { letterSpacingMm: 3 }).widthMm - written('HHH').widthMm).toBeCloseTo(9, 3);
});

it.each(Object.entries(lineFonts))(
  'the font %s draws letters, accents and signs',
  async (_name, { source }) => {
    const font = readSvgFont((await source()).font);
    const svg = textSvg('Größe ™ ½ ẞ € Żółć', textDefaults, font);
    const { strokes, notes, widthMm } = readSvg(svg);
    expect(notes).toEqual([]);
    expect(strokes.length).toBeGreaterThan(20);
    expect(widthMm).toBeGreaterThan(20);
    expect(svg).not.toBe(textSvg('Größe ™ ½ ẞ € Żółć', textDefaults));
  },
);

const ownFont = (glyphs: string, em = 100) =>
  `<svg xmlns="http://www.w3.org/2000/svg"><font horiz-adv-x="50"><font-face units-per-em="${em}"/>${glyphs}</font></svg>`;

it("letters come from the user's SVG font, or from the built-in font if they are missing there", () => {
  const font = readSvgFont(
    ownFont('<glyph unicode="A" d="M0 0L50 100"/><glyph unicode="ffi" d="M0 0L1 1"/>'),
  );
  expect([...font.glyphs.keys()]).toEqual(['A']);
  const { strokes } = readSvg(textSvg('AI', textDefaults, font));
  expect(strokes.map(({ points }) => [...points].map((value) => Number(value.toFixed(2))))).toEqual([
    [0, 10, 5, 0],
    expect.any(Array),
  ]);
});

it.each([
  ['no XML', 'letters'],
  ['no glyphs', ownFont('')],
  ['an em of zero', ownFont('<glyph unicode="A" d="M0 0L1 1"/>', 0)],
  ['an endless advance', ownFont('<glyph unicode="A" horiz-adv-x="1e9" d="M0 0L1 1"/>')],
  ['more than 5 MB', ' '.repeat(5_000_001)],
])('a font with %s is refused', (_what, file) => {
  expect(() => readSvgFont(file)).toThrow(DrawingError);
});

it('a font with a letter of very many points is refused', () => {
  const large = ownFont(`<glyph unicode="A" d="M0 0${'h1v1'.repeat(500_000)}"/>`);
  expect(() => readSvgFont(large)).toThrow('The character “A” of this font has too many points.');
});

it('text too long for any page is refused', () => {
  const style = { ...textDefaults, sizeMm: 1000 };
  expect(() => textSvg('M'.repeat(10_000), style)).toThrow(
    expect.objectContaining({ code: 'drawing.too-large', message: expect.stringMatching(/^The text is \d/) }),
  );
  expect(() => textSvg('M\n'.repeat(5000), style)).toThrow(DrawingError);
  expect(readSvg(textSvg('M'.repeat(10_000), { ...style, sizeMm: 10 })).strokes.length).toBeGreaterThan(9999);
});

it('a letter with a broken path in a font is skipped', () => {
  const font = readSvgFont(ownFont('<glyph unicode="A" d="M0 0 oops"/><glyph unicode="B" d="M0 0L1 1"/>'));
  expect([...font.glyphs.keys()]).toEqual(['B']);
});

it('text that would take too long in a font with a million points is refused', () => {
  const letter = { width: 600, d: `M0 0${'L1 1L0 0'.repeat(500_000)}` };
  const text = textSvg('AA', textDefaults, { unitsPerEm: 1000, glyphs: new Map([['A', letter]]) });
  expect(() => readSvg(text, { maxWork: 1_000_000 })).toThrow(
    expect.objectContaining({ code: 'drawing.too-large' }),
  );
});
