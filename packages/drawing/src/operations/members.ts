import type { OperationKind } from './operation.ts';

/** Types of values. */
type MemberType =
  | { readonly type: 'length'; readonly min: number; readonly max: number }
  | { readonly type: 'number'; readonly min: number; readonly max: number }
  | { readonly type: 'integer'; readonly min: number; readonly max: number }
  | { readonly type: 'choice'; readonly values: readonly string[] }
  | { readonly type: 'flag' }
  | { readonly type: 'layer' }
  | { readonly type: 'layers' };

export interface Member {
  readonly value: MemberType;
  readonly isRequired?: boolean;
}

/** No paper is longer. */
const maxMm = 10_000;
const length = (min: number, max = maxMm): Member => ({ value: { type: 'length', min, max } });
const choice = (...values: readonly string[]): Member => ({ value: { type: 'choice', values } });
const required = (member: Member): Member => ({ ...member, isRequired: true });
const layers: Member = { value: { type: 'layers' } };
const flag: Member = { value: { type: 'flag' } };
const count: Member = { value: { type: 'integer', min: 1, max: 100 } };
const degrees: Member = { value: { type: 'number', min: -360, max: 360 } };
/** No pen is finer or wider. */
const pen = length(0.05, 50);

/** The members of every operation, by the names that they have in JSON. The contract has the same; a test compares them. */
export const operationMembers: Readonly<Record<OperationKind, Readonly<Record<string, Member>>>> = {
  hatch: {
    layers,
    pattern: choice('lines', 'cross', 'inset'),
    penMm: pen,
    spacingMm: length(0.05, 1000),
    angle: degrees,
    insetMm: length(0, 1000),
    outline: flag,
  },
  hide: { by: choice('document', 'layer', 'off') },
  strokes: { layers, as: choice('outline', 'passes'), penMm: pen },
  filter: { layers, shortestMm: length(0), longestMm: length(0) },
  merge: { layers, gapMm: length(0, 100) },
  simplify: { layers, toleranceMm: length(0, 100) },
  crop: {
    xMm: required(length(-maxMm)),
    yMm: required(length(-maxMm)),
    widthMm: required(length(0.1)),
    heightMm: required(length(0.1)),
  },
  scale: {
    factor: { value: { type: 'number', min: 0.001, max: 1000 } },
    widthMm: length(0.1),
    heightMm: length(0.1),
  },
  rotate: { degrees: required(degrees) },
  mirror: { axis: choice('horizontal', 'vertical') },
  arrange: { columns: count, gapMm: length(0, 1000) },
  copies: { columns: count, rows: count, gapMm: length(0, 1000), fit: flag },
  frame: { gapMm: length(0, 1000), layer: { value: { type: 'layer' } } },
  marks: { sizeMm: length(0.5, 100), gapMm: length(0, 1000) },
};

export const operationKinds = Object.keys(operationMembers) as OperationKind[];

/** How a member is typed: a length needs no unit in its name, since it is written with one. */
export const wordOf = (member: string) => member.replace(/Mm$/, '');
