import { fontName, glyphOf, missingGlyph, unitsPerEm } from '../../font/single-line-font.ts';
import { escapeXml } from '../../plan/escape-xml.ts';

export const textAligns = ['left', 'center', 'right'] as const;

export interface TextStyle {
  /** The font size; a capital is 0.7 of it high. */
  readonly sizeMm: number;
  readonly align: (typeof textAligns)[number];
  /** From one base line to the next, as a multiple of the size. */
  readonly lineHeight: number;
  readonly letterSpacingMm: number;
}

export const textDefaults: TextStyle = { sizeMm: 10, align: 'left', lineHeight: 1.4, letterSpacingMm: 0 };
/** Smallest and largest values. */
export const textLimits = {
  sizeMm: [1, 1000],
  lineHeight: [0.5, 10],
  letterSpacingMm: [-10, 100],
} as const;
export const maxTextCharacters = 10_000;

/** Lines of text as an SVG as large as the text, in the single-line font. */
export function textSvg(text: string, { sizeMm, align, lineHeight, letterSpacingMm }: TextStyle): string {
  const lines = text.trimEnd().split(/\r?\n/);
  const widths = lines.map((line) => widthOf(line, sizeMm, letterSpacingMm));
  const width = Math.max(sizeMm / 10, ...widths);
  const height = sizeMm * (1 + (lines.length - 1) * lineHeight) * 1.25;
  const rows = lines.map((line, at) => {
    const x = { left: 0, center: (width - widths[at]!) / 2, right: width - widths[at]! }[align];
    const y = sizeMm * (1 + at * lineHeight);
    return `<text font-family="${fontName}" x="${x.toFixed(3)}" y="${y.toFixed(3)}" xml:space="preserve">${escapeXml(line)}</text>`;
  });
  const size = `width="${width.toFixed(3)}mm" height="${height.toFixed(3)}mm" viewBox="0 0 ${width.toFixed(3)} ${height.toFixed(3)}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} font-size="${sizeMm}" letter-spacing="${letterSpacingMm}">
${rows.join('\n')}
</svg>
`;
}

function widthOf(line: string, sizeMm: number, letterSpacingMm: number): number {
  let width = 0;
  for (const character of line)
    width += (sizeMm * (glyphOf(character) ?? missingGlyph).width) / unitsPerEm + letterSpacingMm;
  return Math.max(0, width);
}
