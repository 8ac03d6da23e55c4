import { DrawingError } from '../../drawing-error.ts';
import { Path } from '../../geometry/path.ts';
import { parsePathData } from './path/path-data.ts';
import { parseXml } from './xml/parse-xml.ts';
import { elementsBelow } from './xml/xml-document.ts';

/** A font whose letters are single lines, not outlines. */
export interface LineFont {
  readonly unitsPerEm: number;
  /** Glyphs in font units. `d` is path data with y up from the base line. */
  readonly glyphs: ReadonlyMap<string, { readonly width: number; readonly d: string }>;
}

export const maxFontCharacters = 5_000_000;
/** Many times the length of any letter of a single-line font. Longer paths are slow to draw repeatedly. */
const maxGlyphCharacters = 10_000;
const maxElements = 100_000;
const maxWidthEm = 10;

/** Reads an SVG font, the usual format of single-line fonts for plotters. */
export function readSvgFont(file: string): LineFont {
  if (file.length > maxFontCharacters)
    throw new DrawingError('drawing.too-large', 'The font is larger than 5 MB.');
  const document = parseXml(file, maxElements);
  const number = (node: Parameters<typeof document.attribute>[0], name: string) => {
    const value = Number(document.attribute(node, name) ?? Number.NaN);
    return Number.isFinite(value) ? value : undefined;
  };
  const glyphs = new Map<string, { width: number; d: string }>();
  let unitsPerEm = 1000;
  let defaultWidth: number | undefined;
  for (const node of elementsBelow(document.root)) {
    if (node.name === 'font') defaultWidth = number(node, 'horiz-adv-x');
    if (node.name === 'font-face') unitsPerEm = number(node, 'units-per-em') ?? unitsPerEm;
    if (node.name !== 'glyph') continue;
    const character = document.attribute(node, 'unicode') ?? '';
    const d = document.attribute(node, 'd') ?? '';
    if (d.length > maxGlyphCharacters)
      throw new DrawingError(
        'drawing.too-large',
        `The character “${character.slice(0, 10)}” of this font has too many points. Choose an SVG font with single lines.`,
      );
    // Skip ligatures, whose keys have several characters.
    if ([...character].length !== 1 || glyphs.has(character) || !isPath(d)) continue;
    glyphs.set(character, { width: number(node, 'horiz-adv-x') ?? defaultWidth ?? unitsPerEm / 2, d });
  }
  const isUsable =
    unitsPerEm > 0 && [...glyphs.values()].every(({ width }) => Math.abs(width) <= maxWidthEm * unitsPerEm);
  if (glyphs.size === 0 || !isUsable)
    throw new DrawingError(
      'drawing.not-readable',
      'This is not an SVG font: it has no “glyph” elements, or their sizes are not usable. Choose an SVG font with single lines.',
    );
  return { unitsPerEm, glyphs };
}

function isPath(d: string): boolean {
  return parsePathData({ source: d, from: 0, to: d.length }, new Path());
}
