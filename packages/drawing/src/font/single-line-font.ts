import { type Notes, quoted } from '../reading/notes.ts';
import { hersheySimplex } from './hershey-simplex.ts';
import { glyphFrom, marks, ownGlyphs, sameForms } from './own-glyphs.ts';

/** Greek letters with the same form as Latin or Cyrillic letters of the font. */
const greekSameAs = sameForms('ΑΒΓΕΖΗΙΚΜΝΟΠΡΤΥΦΧκμνοφϑϕϵ', 'ABГEZHIKMNOПPTYФXкµvoфθфε');

/** Other Greek letters, drawn for Stationery in the format of `ownGlyphs`. */
const greekGlyphs: Readonly<Record<string, string>> = {
  Δ: '20 | 10 21 2 0 18 0 10 21',
  Θ: '22 | 9 21 7 20 5 18 4 16 3 13 3 8 4 5 5 3 7 1 9 0 13 0 15 1 17 3 18 5 19 8 19 13 18 16 17 18 15 20 13 21 9 21 | 8 11 14 11',
  Λ: '18 | 1 0 9 21 17 0',
  Ξ: '18 | 3 21 15 21 | 5 11 13 11 | 3 0 15 0',
  Σ: '18 | 16 21 3 21 10 11 3 0 16 0',
  Ψ: '24 | 12 21 12 0 | 3 21 3 14 4 10 7 7 10 6 14 6 17 7 20 10 21 14 21 21',
  Ω: '22 | 3 0 8 0 8 1 5 4 3 8 3 13 4 16 5 18 7 20 9 21 13 21 15 20 17 18 18 16 19 13 19 8 17 4 14 1 14 0 19 0',
  α: '20 | 17 14 15 8 13 4 11 1 8 0 6 0 4 1 3 4 3 8 4 11 6 13 9 14 11 13 13 10 15 4 16 1 18 0',
  β: '19 | 4 -7 4 16 5 19 7 21 10 21 13 20 14 18 14 16 13 14 11 12 14 11 16 8 16 5 15 2 12 0 9 0 6 1 4 3 | 8 12 11 12',
  γ: '18 | 2 13 4 14 6 13 7 11 9 2 | 16 14 9 2 8 -2 8 -7',
  δ: '18 | 14 20 12 21 8 21 6 19 7 17 12 13 14 10 15 7 14 3 12 1 9 0 7 0 5 1 3 4 3 7 4 10 6 12 9 13 12 13',
  ε: '16 | 14 12 11 14 7 14 4 13 3 11 4 9 6 8 10 8 | 6 8 3 6 2 4 3 1 6 0 10 0 14 2',
  ζ: '16 | 3 21 13 21 8 16 5 11 3 6 3 3 5 1 9 0 12 -2 12 -5 10 -7 8 -7',
  η: '19 | 4 14 4 0 | 4 10 7 13 9 14 12 14 14 13 15 10 15 -7',
  θ: '18 | 8 21 6 20 4 16 3 11 4 5 6 1 8 0 10 0 12 1 14 5 15 10 14 16 12 20 10 21 8 21 | 3 10.5 15 10.5',
  ι: '9 | 4 14 4 3 5 1 7 0',
  λ: '18 | 2 21 4 21 6 19 16 0 | 9 13 2 0',
  ξ: '16 | 12 21 6 20 4 18 5 15 8 13 12 13 | 8 13 4 11 3 8 4 5 7 3 11 2 13 0 13 -3 11 -6 8 -7',
  π: '20 | 2 12 4 14 18 14 | 7 14 6 0 | 14 14 14 3 15 1 17 0',
  ρ: '19 | 4 -7 4 8 5 11 7 13 9 14 11 14 13 13 15 11 16 8 16 6 15 3 13 1 11 0 8 0 6 1 4 3',
  σ: '20 | 18 14 8 14 6 13 4 11 3 8 3 6 4 3 6 1 8 0 11 0 13 1 15 3 16 6 16 8 15 11 13 13 11 14',
  ς: '16 | 14 12 11 14 8 14 5 12 3 8 3 5 5 3 9 1 11 -1 11 -4 9 -7 7 -7',
  τ: '17 | 2 12 4 14 15 14 | 8 14 8 3 9 1 11 0',
  υ: '19 | 3 13 4 14 5 12 5 5 6 2 8 0 11 0 13 2 15 6 16 10 15 14',
  χ: '18 | 3 14 15 -7 | 15 14 3 -7',
  ψ: '22 | 11 21 11 -7 | 3 14 3 8 4 4 7 1 10 0 12 0 15 1 18 4 19 8 19 14',
  ω: '24 | 6 14 4 11 3 8 3 4 4 1 6 0 9 0 11 2 12 5 13 2 15 0 18 0 20 1 21 4 21 8 20 11 18 14 | 12 9 12 5',
};

/** Cyrillic letters with the same form as other letters of the font. */
const cyrillicSameAs = sameForms('АВЕКМНОРСТХІЈЅаеорсухіјѕ', 'ABEKMHOPCTXIJSaeopcyxijs');

/** Other Cyrillic letters, drawn for Stationery in the format of `ownGlyphs`. */
const cyrillicGlyphs: Readonly<Record<string, string>> = {
  Б: '21 | 16 21 4 21 4 0 13 0 16 1 18 4 18 7 16 10 13 11 4 11',
  Г: '17 | 4 0 4 21 16 21',
  Ґ: '17 | 4 0 4 21 15 21 15 25',
  Д: '23 | 2 -5 2 0 21 0 21 -5 | 5 0 7 4 8 10 8 21 18 21 18 0',
  Ж: '28 | 3 21 14 11 25 21 | 3 0 14 11 25 0 | 14 21 14 0',
  З: '20 | 4 18 6 20 9 21 12 21 15 20 16 18 16 15 15 13 12 11 8 11 | 12 11 15 10 17 8 17 4 16 2 13 0 8 0 5 1 3 3',
  И: '22 | 4 21 4 0 18 21 18 0',
  Л: '21 | 2 0 4 1 6 5 7 12 7 21 17 21 17 0',
  П: '22 | 4 0 4 21 18 21 18 0',
  У: '20 | 18 21 9 4 7 1 5 0 3 0 | 2 21 10.5 7',
  Ф: '26 | 13 21 13 0 | 9 18 6 17 4 15 3 12 3 9 4 6 6 4 9 3 17 3 20 4 22 6 23 9 23 12 22 15 20 17 17 18 9 18',
  Ц: '24 | 4 21 4 0 21 0 21 -5 | 18 21 18 0',
  Ч: '20 | 4 21 4 13 5 10 8 9 11 9 16 11 | 16 21 16 0',
  Ш: '28 | 4 21 4 0 24 0 24 21 | 14 21 14 0',
  Щ: '30 | 4 21 4 0 27 0 27 -5 | 14 21 14 0 | 24 21 24 0',
  Ъ: '25 | 1 21 8 21 8 0 17 0 20 1 22 4 22 7 20 10 17 11 8 11',
  Ы: '27 | 4 21 4 0 12 0 15 1 17 4 17 7 15 10 12 11 4 11 | 23 21 23 0',
  Ь: '20 | 4 21 4 0 12 0 15 1 17 4 17 7 15 10 12 11 4 11',
  Э: '21 | 3 16 4 18 6 20 8 21 12 21 14 20 16 18 17 16 18 13 18 8 17 5 16 3 14 1 12 0 8 0 6 1 4 3 3 5 | 9 11 18 11',
  Є: '21 | 18 16 17 18 15 20 13 21 9 21 7 20 5 18 4 16 3 13 3 8 4 5 5 3 7 1 9 0 13 0 15 1 17 3 18 5 | 3 11 12 11',
  Ю: '30 | 4 21 4 0 | 4 11 10 11 | 16 21 14 20 12 18 11 16 10 13 10 8 11 5 12 3 14 1 16 0 21 0 23 1 25 3 26 5 27 8 27 13 26 16 25 18 23 20 21 21 16 21',
  Я: '21 | 17 21 17 0 | 17 21 8 21 5 20 4 19 3 17 3 15 4 13 5 12 8 11 17 11 | 10 11 3 0',
  Ђ: '25 | 1 21 16 21 | 8 21 8 0 | 8 11 11 13 14 14 17 14 20 12 21 9 21 4 20 1 18 -1 15 -1',
  Љ: '29 | 2 0 4 1 6 5 7 12 7 21 15 21 15 0 21 0 24 1 26 4 26 7 24 10 21 11 15 11',
  Њ: '30 | 4 21 4 0 | 16 21 16 0 22 0 25 1 27 4 27 7 25 10 22 11 4 11',
  Ћ: '24 | 1 21 16 21 | 8 21 8 0 | 8 11 11 13 14 14 17 14 19 12 20 9 20 0',
  Џ: '22 | 4 21 4 0 18 0 18 21 | 11 0 11 -5',
  б: '19 | 16 21 14 20 9 19 6 17 4 14 3 10 3 6 4 3 6 1 8 0 11 0 13 1 15 3 16 6 16 8 15 11 13 13 11 14 8 14 6 13 4 11 3 8',
  в: '18 | 10 7 4 7 4 14 10 14 13 13 14 11 13 8 10 7 13 6 15 4 14 1 11 0 4 0 4 7',
  г: '14 | 4 0 4 14 13 14',
  ґ: '14 | 4 0 4 14 12 14 12 18',
  д: '19 | 2 -4 2 0 17 0 17 -4 | 4 0 6 3 7 7 7 14 15 14 15 0',
  ж: '22 | 2 14 11 7 20 14 | 2 0 11 7 20 0 | 11 14 11 0',
  з: '16 | 3 12 5 14 9 14 12 13 13 11 12 8 9 7 6 7 | 9 7 12 6 14 4 13 1 10 0 5 0 3 2',
  и: '19 | 4 14 4 0 15 14 15 0',
  к: '17 | 4 14 4 0 | 14 14 4 5 | 8 9 15 0',
  л: '18 | 1 0 3 1 5 4 6 9 6 14 14 14 14 0',
  м: '22 | 4 0 4 14 11 3 18 14 18 0',
  н: '19 | 4 14 4 0 | 15 14 15 0 | 4 7 15 7',
  п: '19 | 4 0 4 14 15 14 15 0',
  т: '16 | 2 14 14 14 | 8 14 8 0',
  ф: '24 | 12 21 12 -7 | 8 14 6 13 4 11 3 8 3 6 4 3 6 1 8 0 16 0 18 1 20 3 21 6 21 8 20 11 18 13 16 14 8 14',
  ц: '20 | 4 14 4 0 18 0 18 -4 | 15 14 15 0',
  ч: '17 | 4 14 4 9 5 7 7 6 9 6 13 7 | 13 14 13 0',
  ш: '24 | 4 14 4 0 20 0 20 14 | 12 14 12 0',
  щ: '26 | 4 14 4 0 23 0 23 -4 | 12 14 12 0 | 20 14 20 0',
  ъ: '20 | 1 14 7 14 7 0 13 0 16 1 17 4 16 6 13 7 7 7',
  ы: '23 | 4 14 4 0 10 0 13 1 14 4 13 6 10 7 4 7 | 19 14 19 0',
  ь: '17 | 4 14 4 0 10 0 13 1 14 4 13 6 10 7 4 7',
  э: '18 | 3 11 5 13 7 14 10 14 12 13 14 11 15 8 15 6 14 3 12 1 10 0 7 0 5 1 3 3 | 8 7 15 7',
  є: '18 | 15 11 13 13 11 14 8 14 6 13 4 11 3 8 3 6 4 3 6 1 8 0 11 0 13 1 15 3 | 3 7 10 7',
  ю: '25 | 4 14 4 0 | 4 7 9 7 | 14 14 12 13 10 11 9 8 9 6 10 3 12 1 14 0 17 0 19 1 21 3 22 6 22 8 21 11 19 13 17 14 14 14',
  я: '17 | 13 0 13 14 7 14 4 13 3 11 4 8 7 7 13 7 | 8 7 3 0',
  ђ: '19 | 5 21 5 0 | 1 18 10 18 | 5 10 8 13 10 14 13 14 15 13 16 10 16 -3 15 -6 13 -7 11 -7',
  љ: '24 | 1 0 3 1 5 4 6 9 6 14 12 14 12 0 17 0 20 1 21 4 20 6 17 7 12 7',
  њ: '24 | 4 14 4 0 | 12 14 12 0 17 0 20 1 21 4 20 6 17 7 4 7',
  ћ: '19 | 5 21 5 0 | 1 18 10 18 | 5 10 8 13 10 14 13 14 15 13 16 10 16 0',
  џ: '19 | 4 14 4 0 15 0 15 14 | 9.5 0 9.5 -4',
  '№': '34 | 4 0 4 21 18 0 18 21 | 26 14 23 13 22 10 23 7 26 6 29 7 30 10 29 13 26 14 | 22 3 30 3',
};

const written: Readonly<Record<string, string>> = { ...ownGlyphs, ...cyrillicGlyphs, ...greekGlyphs };
const sameAs: Readonly<Record<string, string>> = { ...cyrillicSameAs, ...greekSameAs };

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

export const missingGlyph: Glyph = { width: 20, lines: [[3, 0, 3, 21, 17, 21, 17, 0, 3, 0]] };

/** Returns the glyph of a character, or a box and a note if the font lacks it. */
export function writtenGlyph(character: string, notes: Notes): Glyph {
  const glyph = glyphOf(character);
  if (glyph !== undefined) return glyph;
  notes.add('letter-missing', `The built-in font has no ${quoted(character)}; a box stands for it.`);
  return missingGlyph;
}

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
  // A letter loses its dot below an accent.
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
