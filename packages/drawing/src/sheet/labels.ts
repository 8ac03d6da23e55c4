import { glyphOf, unitsPerEm } from '../font/single-line-font.ts';

/** Sizes of labels, in millimetres. */
export const labelKinds = {
  square: { width: 40, height: 40, isRound: false },
  card: { width: 85.6, height: 54, isRound: false },
  round: { width: 25, height: 25, isRound: true },
} as const;
export type LabelKind = keyof typeof labelKinds;

export interface Label {
  title: string;
  /** Whether to leave room for a picture above the title. */
  hasPicture: boolean;
}

interface Rectangle {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A sheet of labels, in millimetres from the top left, with y down. */
export interface LabelSheet {
  /** Outlines to cut along, as x, y, x, y, … */
  outlines: number[][];
  letters: number[][];
  /** Places for pictures, by the label's index among all labels. */
  pictures: Map<number, Rectangle>;
}

/** A4 paper, in millimetres. */
export const labelPaper = { width: 210, height: 297 };
const marginMm = 8;
const gapMm = 3;
const paddingMm = 2.5;
const maxSizeMm = 6;
const minSizeMm = 1.6;
const lineHeight = 1.35;
/** Longer titles are truncated. */
const maxCharacters = 80;

/** Returns the characters of a title that the single-line font lacks. */
export const missingCharacters = (title: string) =>
  [...new Set(title)].filter((character) => /\S/.test(character) && glyphOf(character) === undefined);

export function labelPlaces(kind: LabelKind): Rectangle[] {
  const { width, height } = labelKinds[kind];
  const count = (room: number, size: number) => Math.floor((room - 2 * marginMm + gapMm) / (size + gapMm));
  const [columns, rows] = [count(labelPaper.width, width), count(labelPaper.height, height)];
  const left = (labelPaper.width - columns * (width + gapMm) + gapMm) / 2;
  return Array.from({ length: columns * rows }, (_, at) => ({
    x: left + (at % columns) * (width + gapMm),
    y: marginMm + Math.floor(at / columns) * (height + gapMm),
    width,
    height,
  }));
}

export function labelSheets(labels: readonly Label[], kind: LabelKind): LabelSheet[] {
  const places = labelPlaces(kind);
  const { isRound } = labelKinds[kind];
  const sheets: LabelSheet[] = [];
  for (let from = 0; from < labels.length; from += places.length) {
    const sheet: LabelSheet = { outlines: [], letters: [], pictures: new Map() };
    for (const [at, { title, hasPicture }] of labels.slice(from, from + places.length).entries()) {
      const place = places[at]!;
      sheet.outlines.push(isRound ? circle(place) : frame(place));
      // In a circle, use the largest rectangle with this ratio of width to height.
      const inner = isRound
        ? inset(place, place.width * 0.12, place.height * 0.2)
        : inset(place, paddingMm, paddingMm);
      const pictureMm = hasPicture ? inner.height * 0.65 : 0;
      if (hasPicture) sheet.pictures.set(from + at, { ...inner, height: pictureMm - 1 });
      sheet.letters.push(
        ...write(title, { ...inner, y: inner.y + pictureMm, height: inner.height - pictureMm }),
      );
    }
    sheets.push(sheet);
  }
  return sheets;
}

export function labelSheetSvg({ outlines, letters }: LabelSheet): string {
  const { width, height } = labelPaper;
  const layer = (name: string, lines: readonly number[][]) =>
    `<g inkscape:groupmode="layer" inkscape:label="${name}">
${lines.map((line) => `<path d="M${line.map((value) => value.toFixed(2)).join(' ')}"/>`).join('\n')}
</g>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" width="${width}mm" height="${height}mm" viewBox="0 0 ${width} ${height}" fill="none" stroke="black" stroke-width="0.3" stroke-linecap="round" stroke-linejoin="round">
${layer('1 Outlines', outlines)}
${layer('2 Titles', letters)}
</svg>
`;
}

const inset = ({ x, y, width, height }: Rectangle, across: number, down: number): Rectangle => ({
  x: x + across,
  y: y + down,
  width: width - 2 * across,
  height: height - 2 * down,
});

const frame = ({ x, y, width, height }: Rectangle) => [
  ...[x, y, x + width, y],
  ...[x + width, y + height, x, y + height],
  ...[x, y],
];

function circle({ x, y, width }: Rectangle): number[] {
  const radius = width / 2;
  return Array.from({ length: 73 }, (_, at) => (at * Math.PI) / 36).flatMap((angle) => [
    x + radius + radius * Math.cos(angle),
    y + radius + radius * Math.sin(angle),
  ]);
}

/** Writes a title in the middle of a rectangle, in several lines and smaller letters if needed. */
function write(title: string, room: Rectangle): number[][] {
  const words = title.slice(0, maxCharacters).trim().split(/\s+/);
  for (let size = maxSizeMm; ; size *= 0.9) {
    const isLast = size < minSizeMm;
    const maxEm = room.width / size;
    const lines = wrap(isLast ? words.flatMap((word) => piecesOf(word, maxEm)) : words, maxEm);
    const fits =
      lines.length * lineHeight * size <= room.height &&
      lines.every((line) => widthOf(line) * size <= room.width);
    if (!fits && !isLast) continue;
    const top = room.y + (room.height - lines.length * lineHeight * size) / 2;
    return lines.flatMap((line, at) => {
      let x = room.x + (room.width - widthOf(line) * size) / 2;
      const base = top + (at + 0.8) * lineHeight * size;
      return [...line].flatMap((character) => {
        const glyph = glyphOf(character);
        const left = x;
        x += widthOf(character) * size;
        return (glyph?.lines ?? []).map((points) =>
          points.map((value, index) =>
            index % 2 === 0 ? left + (value / unitsPerEm) * size : base - (value / unitsPerEm) * size,
          ),
        );
      });
    });
  }
}

/** Returns the width of a text in ems. */
const widthOf = (text: string) =>
  [...text].reduce((sum, character) => sum + (glyphOf(character)?.width ?? unitsPerEm / 2), 0) / unitsPerEm;

function piecesOf(word: string, maxEm: number): string[] {
  const pieces = [''];
  for (const character of word) {
    if (widthOf(`${pieces.at(-1)}${character}`) > maxEm) pieces.push('');
    pieces[pieces.length - 1] += character;
  }
  return pieces;
}

function wrap(words: readonly string[], maxEm: number): string[] {
  const lines: string[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    if (last !== undefined && widthOf(`${last} ${word}`) <= maxEm)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
