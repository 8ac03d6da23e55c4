import {
  identity,
  isFiniteMatrix,
  type Matrix,
  multiply,
  scaling,
  translation,
} from '../../../geometry/matrix.ts';
import { splitOutside } from '../css/split.ts';
import { type LengthContext, parseLength } from './length.ts';
import { evaluateMath, isMathFunction } from './math-function.ts';
import { rotation, tangent } from './transform.ts';

/** A call whose arguments may themselves be calls, like `calc()`, three deep. */
const call = /\s*([a-z0-9]+)\(((?:[^()]|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))*)\)\s*/y;

/** The `transform` of CSS, in lower case; `undefined` where it cannot be read, or leaves the plane of the paper. */
export function parseCssTransform(text: string, context: LengthContext): Matrix | undefined {
  if (text.trim() === 'none' || text.trim() === '') return identity;
  let matrix = identity;
  for (let at = 0; at < text.length; at = call.lastIndex) {
    call.lastIndex = at;
    const found = call.exec(text);
    const words = found === null ? undefined : argumentsOf(found[2] as string);
    const one = words === undefined ? undefined : single(found?.[1] as string, words, context);
    if (one === undefined) return undefined;
    matrix = multiply(matrix, one);
  }
  return isFiniteMatrix(matrix) ? matrix : undefined;
}

/** Separated by commas outside of parentheses. */
function argumentsOf(text: string): string[] {
  return splitOutside(text, ',')
    .slice(0, 17)
    .map((word) => word.trim());
}

function single(name: string, words: readonly string[], context: LengthContext): Matrix | undefined {
  const values = words.map((word, index) => read(kindOf(name, index), word, context));
  if (values.some((value) => value === undefined)) return undefined;
  const [a, b, c, d, e, f] = values as number[];
  const flat = flattened.get(name)?.(values as number[]);
  if (flat !== undefined) return flat;
  if (name === 'matrix') return values.length === 6 ? [a!, b!, c!, d!, e!, f!] : undefined;
  if (values.length > 2 || a === undefined) return undefined;
  const two = ofTwo.get(name);
  return two !== undefined ? two(a, b) : values.length === 1 ? ofOne.get(name)?.(a) : undefined;
}

type Kind = 'x' | 'y' | 'angle' | 'number';

function kindOf(name: string, index: number): Kind {
  if (name.startsWith('translate')) return name === 'translatey' || index === 1 ? 'y' : 'x';
  if (name === 'rotate3d') return index === 3 ? 'angle' : 'number';
  return name.startsWith('rotate') || name.startsWith('skew') ? 'angle' : 'number';
}

const degrees: Readonly<Record<string, number>> = { deg: 1, rad: 180 / Math.PI, grad: 0.9, turn: 360 };

/** Only a zero may stand without its unit. */
function read(kind: Kind, word: string, context: LengthContext): number | undefined {
  if (isMathFunction(word)) return readMath(kind, word, context);
  const [, number = '', unit = ''] =
    /^([+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?)([a-z%]*)$/.exec(word) ?? [];
  const value = number === '' ? Number.NaN : Number(number);
  if (!Number.isFinite(value)) return undefined;
  if (kind === 'number') return unit === '' ? value : unit === '%' ? value / 100 : undefined;
  if (unit === '') return value === 0 ? 0 : undefined;
  if (kind !== 'angle') return parseLength(word, context, kind);
  return Object.hasOwn(degrees, unit) ? value * (degrees[unit] as number) : undefined;
}

function readMath(kind: Kind, word: string, context: LengthContext): number | undefined {
  if (kind === 'x' || kind === 'y') return parseLength(word, context, kind);
  const perUnit = (unit: string) =>
    kind === 'angle'
      ? Object.hasOwn(degrees, unit)
        ? degrees[unit]
        : undefined
      : unit === '%'
        ? 0.01
        : undefined;
  return evaluateMath(word, perUnit)?.value;
}

const ofTwo = mapOf<(a: number, b?: number) => Matrix>({
  translate: (x, y = 0) => translation(x, y),
  scale: (x, y = x) => scaling(x, y),
  skew: (x, y = 0) => [1, tangent(y), tangent(x), 1, 0, 0],
});

const ofOne = mapOf<(value: number) => Matrix>({
  rotate: rotation,
  rotatez: rotation,
  translatex: (x) => translation(x, 0),
  translatey: (y) => translation(0, y),
  translatez: () => identity,
  scalex: (x) => scaling(x, 1),
  scaley: (y) => scaling(1, y),
  scalez: () => identity,
  skewx: (angle) => [1, 0, tangent(angle), 1, 0, 0],
  skewy: (angle) => [1, tangent(angle), 0, 1, 0, 0],
});

/** 3D functions that stay in the plane. */
const flattened = mapOf<(values: readonly number[]) => Matrix | undefined>({
  translate3d: ([x, y, z]) => (z === undefined ? undefined : translation(x!, y!)),
  scale3d: ([x, y, z]) => (z === undefined ? undefined : scaling(x!, y!)),
  rotate3d: ([x, y, z, angle]) =>
    x === 0 && y === 0 && z! > 0 && angle !== undefined ? rotation(angle) : undefined,
  matrix3d: (m) =>
    m.length === 16 && [2, 3, 6, 7, 8, 9, 11].every((at) => m[at] === 0) && m[15] === 1
      ? [m[0]!, m[1]!, m[4]!, m[5]!, m[12]!, m[13]!]
      : undefined,
});

function mapOf<T>(byName: Readonly<Record<string, T>>): ReadonlyMap<string, T> {
  return new Map(Object.entries(byName));
}
