import { type Colour, parseColour } from '../values/colour.ts';

export type Paint =
  | { readonly kind: 'none' }
  | { readonly kind: 'colour'; readonly colour: Colour }
  /** The value of `color`. */
  | { readonly kind: 'current' }
  /** The paint of the shape that has this marker, or of the `use`. */
  | { readonly kind: 'context'; readonly of: 'fill' | 'stroke' }
  /** A gradient or pattern, or a fallback if the id does not exist. */
  | { readonly kind: 'server'; readonly id: string; readonly fallback: Paint };

export const noPaint: Paint = { kind: 'none' };
export const black: Paint = { kind: 'colour', colour: { hex: '#000000', transparent: false } };

const maxKnown = 10_000;
const known = new Map<string, Paint | undefined>();

/** Parses a `fill` or `stroke`; returns undefined if it cannot be read. */
export function parsePaint(text: string): Paint | undefined {
  const found = known.get(text);
  if (found !== undefined) return found;
  const paint = read(text.trim());
  if (known.size >= maxKnown) known.clear();
  if (text.length <= 100) known.set(text, paint);
  return paint;
}

function read(text: string): Paint | undefined {
  const word = text.toLowerCase();
  if (word === 'none') return noPaint;
  if (word === 'context-fill') return { kind: 'context', of: 'fill' };
  if (word === 'context-stroke') return { kind: 'context', of: 'stroke' };
  if (word === 'currentcolor') return { kind: 'current' };
  const reference = parseReference(text);
  if (reference !== undefined)
    return { kind: 'server', id: reference.id, fallback: read(reference.rest) ?? noPaint };
  const colour = parseColour(text);
  return colour === undefined ? undefined : { kind: 'colour', colour };
}

/** Parses `url(#id)`, and returns the text after it as `rest`. */
export function parseReference(text: string): { readonly id: string; readonly rest: string } | undefined {
  if (!/^\s*url\(/i.test(text)) return undefined;
  const open = text.indexOf('(');
  const close = text.indexOf(')', open);
  if (close < 0) return undefined;
  const target = text
    .slice(open + 1, close)
    .trim()
    .replace(/^["']|["']$/g, '');
  return { id: target.startsWith('#') ? target.slice(1) : '', rest: text.slice(close + 1).trim() };
}
