import { cyrillicGlyphs, cyrillicSameAs } from './cyrillic-glyphs.ts';
import { greekGlyphs, greekSameAs } from './greek-glyphs.ts';
import { hersheySimplex } from './hershey-simplex.ts';
import { glyphFrom, marks, ownGlyphs } from './own-glyphs.ts';

const written: Readonly<Record<string, string>> = { ...ownGlyphs, ...cyrillicGlyphs, ...greekGlyphs };
const sameAs: Readonly<Record<string, string>> = { ...cyrillicSameAs, ...greekSameAs };

/** Font family name in SVG files. */
export const fontName = 'Stationery';

/** A capital is 21 units high, which is 0.7 of the font size. */
export const unitsPerEm = 30;

export interface Glyph {
  readonly width: number;
  /** Lines of x, y with x from the left edge and y up from the base line, in font units. */
  readonly lines: readonly (readonly number[])[];
}

const known = new Map<string, Glyph | undefined>();

export function glyphOf(character: string): Glyph | undefined {
  if (!known.has(character)) {
    if (known.size > 5000) known.clear();
    known.set(character, make(character));
  }
  return known.get(character);
}

/** Replaces characters missing in the font. */
export const missingGlyph: Glyph = { width: 20, lines: [[3, 0, 3, 21, 17, 21, 17, 0, 3, 0]] };

function make(character: string): Glyph | undefined {
  if (Object.hasOwn(written, character)) return glyphFrom(written[character] as string);
  if (Object.hasOwn(sameAs, character)) return glyphOf(sameAs[character] as string);
  const code = character.codePointAt(0) as number;
  if (/^\p{Zs}$/u.test(character)) return { width: 16, lines: [] };
  if (/^[\p{Cf}\p{Cc}]$/u.test(character)) return { width: 0, lines: [] };
  const data = hersheySimplex[code - 32];
  if (data !== undefined) return fromHershey(data);
  const [base, ...accents] = [...character.normalize('NFD')];
  if (base === undefined || base === character) return undefined;
  return accents.length === 0 ? glyphOf(base) : withMarks(base, accents);
}

function fromHershey(data: string): Glyph {
  const at = (index: number) => data.charCodeAt(index) - 0x52;
  const left = at(0);
  const lines: number[][] = [[]];
  for (let index = 2; index < data.length; index += 2) {
    if (data[index] === ' ') lines.push([]);
    else lines.at(-1)?.push(at(index) - left, 9 - at(index + 1));
  }
  return { width: at(1) - left, lines: lines.filter((line) => line.length > 0) };
}

const cyrillicI = '\u0456';

function withMarks(base: string, accents: readonly string[]): Glyph | undefined {
  const hasMarkAbove = accents.some((accent) => marks[accent]?.below !== true);
  // Uses a letter without a dot below an accent.
  const letter = hasMarkAbove && (base === 'i' || base === cyrillicI) ? 'ı' : base;
  const glyph = glyphOf(letter);
  if (glyph === undefined) return undefined;
  let top = 0;
  for (const line of glyph.lines)
    for (let at = 1; at < line.length; at += 2) top = Math.max(top, line[at] as number);
  const lines = [...glyph.lines];
  for (const accent of accents) {
    const mark = Object.hasOwn(marks, accent) ? marks[accent] : undefined;
    if (mark === undefined) return undefined;
    const from = mark.below === true ? 0 : top;
    for (const line of mark.lines)
      lines.push(line.map((value, index) => (index % 2 === 0 ? value + glyph.width / 2 : value + from)));
    if (mark.below !== true) top += 6;
  }
  return { width: glyph.width, lines };
}
