import { DrawingError } from '../../drawing-error.ts';
import { glyphOf, missingGlyph, unitsPerEm } from '../../font/single-line-font.ts';
import { type Box, include } from '../../geometry/box.ts';
import { escapeXml } from '../../svg-text.ts';
import { maxPageMm } from './page.ts';
import { readSvg } from './read-svg.ts';
import type { LineFont } from './svg-font.ts';

export const textAligns = ['left', 'center', 'right'] as const;

export interface TextStyle {
  /** A capital of the built-in font is 0.7 of the font size high. */
  readonly sizeMm: number;
  readonly align: (typeof textAligns)[number];
  /** Distance of base lines, in multiples of the font size. */
  readonly lineHeight: number;
  readonly letterSpacingMm: number;
}

export const textDefaults: TextStyle = { sizeMm: 10, align: 'left', lineHeight: 1.4, letterSpacingMm: 0 };
/** The smallest and largest allowed values. */
export const textLimits = { sizeMm: [1, 1000], lineHeight: [0.5, 10], letterSpacingMm: [-10, 100] } as const;
export const maxTextCharacters = 10_000;
/** Line width of the preview, as a share of the font size. In a plot, the pen has its own width. */
const lineWidthEm = 0.03;

/**
 * Returns an SVG of the text. Characters missing in `font` are taken from the built-in font. Throws a
 * `DrawingError` if the text is too large.
 */
export function textSvg(
  text: string,
  { sizeMm, align, lineHeight, letterSpacingMm }: TextStyle,
  font?: LineFont,
): string {
  const letters = new Map<string, Letter>();
  const letterOf = (character: string) => {
    const known = letters.get(character);
    if (known !== undefined) return known;
    const letter = makeLetter(character, font, letters.size);
    letters.set(character, letter);
    return letter;
  };
  const lines = text.trimEnd().split(/\r?\n/);
  const widths = lines.map((line) => {
    let width = 0;
    for (const character of line) width += letterOf(character).widthEm * sizeMm + letterSpacingMm;
    return Math.max(0, width);
  });
  const width = Math.max(sizeMm / 10, ...widths);
  const height = sizeMm * (1 + (lines.length - 1) * lineHeight) * 1.25;
  const longerMm = Math.max(width, height);
  if (longerMm > maxPageMm)
    throw new DrawingError(
      'drawing.too-large',
      `The text is ${(longerMm / 1000).toFixed(1)} m long; at most ${maxPageMm / 1000} m are possible. Use a smaller size or shorter lines.`,
    );
  const uses = lines.flatMap((line, at) => {
    let x = { left: 0, center: (width - widths[at]!) / 2, right: width - widths[at]! }[align];
    const y = sizeMm * (1 + at * lineHeight);
    return [...line].flatMap((character) => {
      const { id, path, widthEm } = letterOf(character);
      const use = `<use href="#${id}" transform="translate(${x.toFixed(3)} ${y.toFixed(3)}) scale(${sizeMm})"/>`;
      x += widthEm * sizeMm + letterSpacingMm;
      return path === '' ? [] : [use];
    });
  });
  const content = `<defs>
${[...letters.values()].flatMap(({ path }) => (path === '' ? [] : [path])).join('\n')}
</defs>
<title>${escapeXml(text.trim())}</title>
${uses.join('\n')}`;
  return pageAround(content, { minX: 0, minY: 0, maxX: width, maxY: height });
}

/** Returns an SVG in millimetres with the size of `page`, or larger if letters reach beyond it. */
function pageAround(content: string, page: Box): string {
  const svg = ({ minX, minY, maxX, maxY }: Box) => {
    const [width, height] = [(maxX - minX).toFixed(3), (maxY - minY).toFixed(3)];
    const box = `viewBox="${minX.toFixed(3)} ${minY.toFixed(3)} ${width} ${height}"`;
    const pen = 'fill="none" stroke="black" stroke-linecap="round" stroke-linejoin="round"';
    return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}mm" height="${height}mm" ${box} ${pen}>\n${content}\n</svg>\n`;
  };
  const box = { ...page };
  for (const { points } of readSvg(svg(page), { cutAtPage: false }).strokes)
    for (let at = 0; at < points.length; at += 2) include(box, points[at]!, points[at + 1]!);
  return svg(box);
}

interface Letter {
  readonly id: string;
  readonly widthEm: number;
  /** Path data with one unit per em; empty for a space. */
  readonly path: string;
}

function makeLetter(character: string, font: LineFont | undefined, index: number): Letter {
  const id = `letter-${index}`;
  const own = font?.glyphs.get(character);
  const { width, d, em } =
    font !== undefined && own !== undefined ? { ...own, em: font.unitsPerEm } : builtIn(character);
  const shape = `transform="scale(${1 / em} ${-1 / em})" stroke-width="${em * lineWidthEm}"`;
  const path = `<path id="${id}" ${shape} d="${escapeXml(d)}"/>`;
  return { id, widthEm: width / em, path: d === '' ? '' : path };
}

function builtIn(character: string): { width: number; d: string; em: number } {
  const { width, lines } = glyphOf(character) ?? missingGlyph;
  return { width, d: lines.map((line) => `M${line.join(' ')}`).join(''), em: unitsPerEm };
}
