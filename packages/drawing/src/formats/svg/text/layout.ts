import { type Glyph, unitsPerEm, writtenGlyph } from '../../../font/single-line-font.ts';
import type { Scene, Viewport } from '../scene.ts';
import type { Style } from '../style/style.ts';
import { parseLength } from '../values/length.ts';
import type { Character } from './characters.ts';
import { type Track, TrackWalker } from './track.ts';

/** A glyph with the position of its left end on the base line, in units of the text. */
export interface PlacedGlyph {
  readonly glyph: Glyph;
  readonly style: Style;
  x: number;
  y: number;
  rotate: number;
  /**
   * The path that the glyph follows. Before bending, `x` is the distance along this path and `y` the distance
   * from it.
   */
  readonly track: Track | undefined;
  /** Horizontal stretch, relative to the font. */
  stretch: number;
  /** Distance to the next letter. */
  advance: number;
}

/** A chunk of text, to which `text-anchor` and `textLength` apply as a whole. */
interface Chunk {
  readonly from: number;
  readonly startX: number;
  /** Share of the chunk that is to the left of its position. */
  readonly anchor: number;
  endX: number;
}

interface TextLength {
  readonly length: number;
  readonly stretchGlyphs: boolean;
}

/** Places characters one after another, except those that the file positions. */
export function layOut(
  scene: Scene,
  characters: readonly Character[],
  viewport: Viewport,
  textLength: TextLength | undefined,
): PlacedGlyph[] {
  const placed: PlacedGlyph[] = [];
  const chunks: Chunk[] = [];
  let x = 0;
  let y = 0;
  let track: Track | undefined;
  for (const character of characters) {
    const { style } = character;
    const isMoved = character.track === undefined && (character.x !== undefined || character.y !== undefined);
    if (chunks.length === 0 || isMoved || character.track !== track) {
      track = character.track;
      x = track === undefined ? (character.x ?? x) : track.start;
      y = track === undefined ? (character.y ?? y) : 0;
      chunks.push({ from: placed.length, startX: x + character.dx, anchor: anchorShare(style), endX: x });
    }
    x += character.dx;
    y += character.dy;
    const glyph = writtenGlyph(character.text, scene.notes);
    const shift = baselineShift(style) * style.fontSize - character.rise;
    const advance = (glyph.width * style.fontSize) / unitsPerEm + spacing(style, character.text, viewport);
    const { rotate } = character;
    placed.push({ glyph, style, x, y: y + shift, rotate, stretch: 1, track, advance });
    x += advance;
    (chunks.at(-1) as Chunk).endX = x;
  }
  if (textLength !== undefined) fit(scene, placed, chunks, textLength);
  for (const [index, chunk] of chunks.entries())
    anchor(placed, chunk, chunks[index + 1]?.from ?? placed.length);
  return bend(scene, placed);
}

/** Bends text along paths, by the middle of each letter. Drops letters beyond the ends of a path. */
function bend(scene: Scene, placed: readonly PlacedGlyph[]): PlacedGlyph[] {
  let walker: { readonly track: Track; readonly along: TrackWalker } | undefined;
  return placed.filter((each) => {
    const { track } = each;
    if (track === undefined) return true;
    if (walker?.track !== track) walker = { track, along: new TrackWalker(track, scene.budget.work) };
    const half = (each.glyph.width * each.stretch * each.style.fontSize) / unitsPerEm / 2;
    const place = walker.along.place(each.x + half);
    if (place === undefined) {
      scene.notes.add(
        'text-path-too-short',
        'Letters beyond the end of the path that they run along are not drawn.',
      );
      return false;
    }
    const cos = Math.cos((place.angle * Math.PI) / 180);
    const sin = Math.sin((place.angle * Math.PI) / 180);
    const beside = each.y;
    each.x = place.x - cos * half - sin * beside;
    each.y = place.y - sin * half + cos * beside;
    each.rotate += place.angle;
    return true;
  });
}

function spacing(style: Style, character: string, viewport: Viewport): number {
  if (style.letterSpacing === 'normal' && style.wordSpacing === 'normal') return 0;
  const context = style.lengthsIn(viewport);
  const letter = style.letterSpacing === 'normal' ? 0 : (parseLength(style.letterSpacing, context, 'x') ?? 0);
  if (character !== ' ' || style.wordSpacing === 'normal') return letter;
  return letter + (parseLength(style.wordSpacing, context, 'x') ?? 0);
}

const shifts: Readonly<Record<string, number>> = {
  middle: 0.23,
  central: 0.3,
  hanging: 0.7,
  'text-before-edge': 0.85,
  'before-edge': 0.85,
  'after-edge': -0.2,
  'text-top': 0.85,
  mathematical: 0.35,
  ideographic: -0.2,
  'text-after-edge': -0.2,
  'text-bottom': -0.2,
};

/** Returns how far the base line is below the given point, in multiples of the font size. */
function baselineShift(style: Style): number {
  const { baseline, alignmentBaseline } = style;
  const kind =
    alignmentBaseline === 'auto' || alignmentBaseline === 'baseline' ? baseline : alignmentBaseline;
  return Object.hasOwn(shifts, kind) ? (shifts[kind] as number) : 0;
}

/** Fits the letters to `textLength`. */
function fit(
  scene: Scene,
  placed: readonly PlacedGlyph[],
  chunks: readonly Chunk[],
  wanted: TextLength,
): void {
  const [chunk] = chunks;
  if (chunk === undefined || placed.length < 2) return;
  if (chunks.length > 1) {
    scene.notes.add('text-length', '“textLength” of a text in several places is not applied.');
    return;
  }
  const natural = chunk.endX - chunk.startX;
  if (!(natural > 0)) return;
  const factor = wanted.length / natural;
  const gap = (wanted.length - natural) / (placed.length - 1);
  placed.forEach((each, index) => {
    if (!wanted.stretchGlyphs) {
      each.x += gap * index;
      if (index < placed.length - 1) each.advance += gap;
    } else {
      each.x = chunk.startX + (each.x - chunk.startX) * factor;
      each.stretch = factor;
      each.advance *= factor;
    }
  });
  chunk.endX = chunk.startX + wanted.length;
}

function anchorShare({ textAnchor, direction }: Style): number {
  if (textAnchor === 'middle') return 0.5;
  return (textAnchor === 'end') === (direction !== 'rtl') ? 1 : 0;
}

function anchor(placed: readonly PlacedGlyph[], chunk: Chunk, end: number): void {
  const shift = (chunk.endX - chunk.startX) * chunk.anchor;
  for (let index = chunk.from; index < end; index++) (placed[index] as PlacedGlyph).x -= shift;
}
