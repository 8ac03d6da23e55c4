import {
  identity,
  isFiniteMatrix,
  type Matrix,
  multiply,
  scaling,
  translation,
} from '../../../geometry/matrix.ts';
import { degreesPerUnit, type LengthContext, parseLength } from './length.ts';
import { NumberScanner } from './number-scanner.ts';

/**
 * Parses the transforms of an attribute; returns undefined if there is an error, which invalidates all of them.
 */
export function parseTransform(text: string): Matrix | undefined {
  const scanner = new NumberScanner();
  scanner.reset(text, 0, text.length);
  let matrix = identity;
  scanner.skipSpace();
  if (text.startsWith('none', scanner.at)) return identity;
  while (!scanner.atEnd) {
    const name = letters(scanner);
    scanner.skipSpace();
    const values = name === '' ? undefined : readArguments(scanner);
    const one = values === undefined ? undefined : single(ofAttribute, name, values);
    if (one === undefined) return undefined;
    matrix = multiply(matrix, one);
    scanner.skipComma();
  }
  return isFiniteMatrix(matrix) ? matrix : undefined;
}

function letters(scanner: NumberScanner): string {
  const from = scanner.at;
  while (scanner.at < scanner.to) {
    const code = scanner.source.charCodeAt(scanner.at) | 0x20;
    if (code < 0x61 || code > 0x7a) break;
    scanner.at++;
  }
  return scanner.source.slice(from, scanner.at);
}

function readArguments(scanner: NumberScanner): number[] | undefined {
  if (scanner.source[scanner.at] !== '(') return undefined;
  scanner.at++;
  scanner.skipSpace();
  const values: number[] = [];
  while (values.length <= 6) {
    const value = scanner.number();
    if (!Number.isFinite(value)) return undefined;
    values.push(value);
    scanner.skipComma();
    if (scanner.source[scanner.at] === ')') {
      scanner.at++;
      return values;
    }
  }
  return undefined;
}

/** Parses a CSS transform in lower case, with units; returns undefined if it is invalid or 3D. */
export function parseCssTransform(text: string, context: LengthContext): Matrix | undefined {
  if (text.trim() === 'none' || text.trim() === '') return identity;
  let matrix = identity;
  const call = /\s*([a-z0-9]+)\(([^()]*)\)\s*/y;
  for (let at = 0; at < text.length; at = call.lastIndex) {
    call.lastIndex = at;
    const [, name = '', list = ''] = call.exec(text) ?? [];
    const words = list.split(',', 7).map((word) => word.trim());
    const values = words.map((word, index) => readValue(kindOf(name, index), word, context));
    const one = values.includes(undefined) ? undefined : single(ofCss, name, values as number[]);
    if (one === undefined) return undefined;
    matrix = multiply(matrix, one);
  }
  return isFiniteMatrix(matrix) ? matrix : undefined;
}

type Kind = 'x' | 'y' | 'angle' | 'number';

function kindOf(name: string, index: number): Kind {
  if (name.startsWith('translate')) return name === 'translatey' || index === 1 ? 'y' : 'x';
  return name.startsWith('rotate') || name.startsWith('skew') ? 'angle' : 'number';
}

/** Parses a value. Only zero may omit the unit. */
function readValue(kind: Kind, word: string, context: LengthContext): number | undefined {
  const [, number = '', unit = ''] =
    /^([+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?)([a-z%]*)$/.exec(word) ?? [];
  const value = number === '' ? Number.NaN : Number(number);
  if (!Number.isFinite(value)) return undefined;
  if (kind === 'number') return unit === '' ? value : unit === '%' ? value / 100 : undefined;
  if (unit === '') return value === 0 ? 0 : undefined;
  if (kind !== 'angle') return parseLength(word, context, kind);
  return Object.hasOwn(degreesPerUnit, unit) ? value * (degreesPerUnit[unit] as number) : undefined;
}

type Functions = ReadonlyMap<
  string,
  readonly [counts: readonly number[], make: (...values: number[]) => Matrix]
>;

function single(functions: Functions, name: string, values: readonly number[]): Matrix | undefined {
  const [counts, make] = functions.get(name) ?? [];
  return counts?.includes(values.length) ? make?.(...values) : undefined;
}

const skewX = (angle = 0): Matrix => [1, 0, tangent(angle), 1, 0, 0];
const skewY = (angle = 0): Matrix => [1, tangent(angle), 0, 1, 0, 0];

const ofBoth: Functions = new Map([
  ['matrix', [[6], (...values) => values as unknown as Matrix]],
  ['translate', [[1, 2], (x = 0, y = 0) => translation(x, y)]],
  ['scale', [[1, 2], (x = 1, y = x) => scaling(x, y)]],
  ['rotate', [[1], (angle = 0) => rotation(angle)]],
]);

const ofAttribute: Functions = new Map([
  ...ofBoth,
  ['rotate', [[1, 3], (angle = 0, x = 0, y = 0) => around(x, y, rotation(angle))]],
  ['skewX', [[1], skewX]],
  ['skewY', [[1], skewY]],
]);

const ofCss: Functions = new Map([
  ...ofBoth,
  ['skew', [[1, 2], (x = 0, y = 0) => [1, tangent(y), tangent(x), 1, 0, 0]]],
  ['skewx', [[1], skewX]],
  ['skewy', [[1], skewY]],
  ['translatex', [[1], (x = 0) => translation(x, 0)]],
  ['translatey', [[1], (y = 0) => translation(0, y)]],
  ['scalex', [[1], (x = 1) => scaling(x, 1)]],
  ['scaley', [[1], (y = 1) => scaling(1, y)]],
]);

function around(x: number, y: number, matrix: Matrix): Matrix {
  return multiply(multiply(translation(x, y), matrix), translation(-x, -y));
}

export function rotation(degrees: number): Matrix {
  const angle = (degrees % 360) * (Math.PI / 180);
  return [Math.cos(angle), Math.sin(angle), -Math.sin(angle), Math.cos(angle), 0, 0];
}

function tangent(degrees: number): number {
  return Math.tan((degrees % 360) * (Math.PI / 180));
}
