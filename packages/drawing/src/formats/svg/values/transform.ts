import {
  identity,
  isFiniteMatrix,
  type Matrix,
  multiply,
  scaling,
  translation,
} from '../../../geometry/matrix.ts';
import { NumberScanner } from './number-scanner.ts';

/** A list of transforms from an attribute; `undefined` where it cannot be read, which makes it void. */
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
    const one = values === undefined ? undefined : single(name, values);
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

function single(name: string, values: readonly number[]): Matrix | undefined {
  const [a, b, c, d, e, f] = values;
  const count = values.length;
  if (name === 'matrix') return count === 6 ? [a!, b!, c!, d!, e!, f!] : undefined;
  if (a === undefined) return undefined;
  if (name === 'rotate' && count === 3)
    return multiply(multiply(translation(b!, c!), rotation(a)), translation(-b!, -c!));
  if (count > 2) return undefined;
  switch (name) {
    case 'translate':
      return translation(a, b ?? 0);
    case 'scale':
      return scaling(a, b ?? a);
    default:
      return count === 1 ? ofOne(name, a) : undefined;
  }
}

function ofOne(name: string, value: number): Matrix | undefined {
  switch (name) {
    case 'rotate':
      return rotation(value);
    case 'skewX':
      return [1, 0, tangent(value), 1, 0, 0];
    case 'skewY':
      return [1, tangent(value), 0, 1, 0, 0];
    default:
      return undefined;
  }
}

export function rotation(degrees: number): Matrix {
  const angle = (degrees % 360) * (Math.PI / 180);
  return [Math.cos(angle), Math.sin(angle), -Math.sin(angle), Math.cos(angle), 0, 0];
}

export function tangent(degrees: number): number {
  return Math.tan((degrees % 360) * (Math.PI / 180));
}
