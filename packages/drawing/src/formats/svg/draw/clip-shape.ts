import { Path } from '../../../geometry/path.ts';
import { parsePathData } from '../path/path-data.ts';
import { type Direction, type LengthContext, parseLength, splitList } from '../values/length.ts';
import type { Frame } from '../viewport.ts';
import { addEllipse, addRectangle } from './shape-path.ts';
import { positionOf } from './structure.ts';

const boxes = /^(?:fill|stroke|view|content|padding|border|margin)-box$/i;
/** Drawing programs write shorter shapes. */
const maxCharacters = 1_000_000;

export interface ClipShape {
  /** The reference box, such as `fill-box`; empty if omitted. */
  readonly box: string;
  /** Returns the shape relative to the corner of the box; undefined if it cannot be read. */
  pathIn(box: Frame, context: LengthContext): { readonly path: Path; readonly rule: string } | undefined;
}

/** Parses a CSS shape such as `circle(40% at 50px 60px) fill-box`; returns undefined for any other value. */
export function parseClipShape(written: string): ClipShape | undefined {
  if (written.length > maxCharacters) return undefined;
  const open = written.indexOf('(');
  const close = written.lastIndexOf(')');
  if (open < 0 || close < open) return undefined;
  const before = splitList(written.slice(0, open));
  const name = before.pop()?.toLowerCase() ?? '';
  const add = Object.hasOwn(shapes, name) ? shapes[name] : undefined;
  const [box = '', ...others] = [...before, ...splitList(written.slice(close + 1))];
  if (add === undefined || others.length > 0 || (box !== '' && !boxes.test(box))) return undefined;
  return {
    box: box.toLowerCase(),
    pathIn(frame, context) {
      const path = new Path();
      const given = written.slice(open + 1, close).trim();
      const [, rule, rest = given] = /^(nonzero|evenodd)\s{0,99},(.*)$/is.exec(given) ?? [];
      const length = (text: string, direction: Direction) =>
        parseLength(text, { ...context, ...frame }, direction) ?? Number.NaN;
      const isGood = add(path, rest, frame, length);
      return isGood ? { path, rule: rule?.toLowerCase() ?? 'nonzero' } : undefined;
    },
  };
}

type Length = (text: string, direction: Direction) => number;
type AddShape = (path: Path, given: string, box: Frame, length: Length) => boolean;

const shapes: Readonly<Record<string, AddShape>> = {
  circle(path, given, box, length) {
    const { radii, x, y } = roundShape(given, box, length);
    const sides = [x, y, box.width - x, box.height - y].map(Math.abs);
    const [word = 'closest-side'] = radii;
    const radius = sideOf(word, sides) ?? length(word, 'both');
    return radii.length < 2 && addRound(path, x, y, radius, radius);
  },
  ellipse(path, given, box, length) {
    const { radii, x, y } = roundShape(given, box, length);
    const [across = 'closest-side', down = across] = radii;
    const rx = sideOf(across, [x, box.width - x].map(Math.abs)) ?? length(across, 'x');
    const ry = sideOf(down, [y, box.height - y].map(Math.abs)) ?? length(down, 'y');
    return radii.length !== 1 && radii.length < 3 && addRound(path, x, y, rx, ry);
  },
  inset(path, given, { width, height }, length) {
    const [sides = '', round = '0'] = given.split(/\bround\b/i, 2);
    const [top = '', right = top, bottom = top, left = right, ...more] = splitList(sides);
    const [rx = '', ry = rx, ...otherRadii] = splitList(round.replace('/', ' '));
    const x = length(left, 'x');
    const y = length(top, 'y');
    const inner = [width - x - length(right, 'x'), height - y - length(bottom, 'y')] as const;
    const radii = [length(rx, 'x'), length(ry, 'y')] as const;
    // Corners of different radii are not supported.
    const isUniform = otherRadii.length === 0 && (rx === ry || round.includes('/'));
    if (more.length > 0 || !isUniform || ![x, y, ...inner, ...radii].every(Number.isFinite)) return false;
    if (inner[0] > 0 && inner[1] > 0) addRectangle(path, x, y, ...inner, ...radii);
    return true;
  },
  polygon(path, given, _, length) {
    const values = splitList(given).map((text, at) => length(text, at % 2 === 0 ? 'x' : 'y'));
    if (values.length < 2 || values.length % 2 === 1 || !values.every(Number.isFinite)) return false;
    path.moveTo(values[0]!, values[1]!);
    for (let at = 2; at < values.length; at += 2) path.lineTo(values[at]!, values[at + 1]!);
    path.close();
    return true;
  },
  path(path, given) {
    const isQuoted = /^(?:"[^"]*"|'[^']*')$/.test(given);
    return isQuoted && parsePathData({ source: given, from: 1, to: given.length - 1 }, path);
  },
};

function roundShape(given: string, { width, height }: Frame, length: Length) {
  const [size = '', place = 'center'] = given.split(/\bat\b/i, 2);
  const [x, y] = positionOf(place).map((text, at) => length(text, at === 0 ? 'x' : 'y'));
  return { radii: splitList(size), x: x ?? width / 2, y: y ?? height / 2 };
}

function sideOf(word: string, sides: readonly number[]): number | undefined {
  if (word === 'closest-side') return Math.min(...sides);
  return word === 'farthest-side' ? Math.max(...sides) : undefined;
}

function addRound(path: Path, x: number, y: number, rx: number, ry: number): boolean {
  if (![x, y, rx, ry].every(Number.isFinite) || rx < 0 || ry < 0) return false;
  if (rx > 0 && ry > 0) addEllipse(path, x, y, rx, ry);
  return true;
}
