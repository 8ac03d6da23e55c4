import type { Operation, OperationKind } from '@stationery/contract/operation-table';
import type { Drawing } from '../drawing.ts';
import type { Box } from '../geometry/box.ts';
import type { Transform } from '../geometry/transform.ts';
import { type Artwork, artworkOf } from './artwork.ts';
import type { Apply, OperationContext } from './context.ts';
import { copies, copyFactor } from './kinds/copies.ts';
import { crop } from './kinds/crop.ts';
import { hatch } from './kinds/hatch.ts';
import { hide } from './kinds/hide.ts';
import { filter, merge, simplify } from './kinds/lines.ts';
import { frame, marks } from './kinds/marks.ts';
import { strokes } from './kinds/strokes.ts';
import { mirror, rotate, scale, scaleFactor } from './kinds/transforms.ts';
import { WorkLimit } from './work-limit.ts';

const applyOf: { readonly [K in OperationKind]: Apply<Extract<Operation, { kind: K }>> } = {
  hatch,
  hide,
  strokes,
  filter,
  merge,
  simplify,
  crop,
  scale,
  rotate,
  mirror,
  // Does nothing here, because drawings are arranged when they are read.
  arrange: (artwork) => artwork,
  copies,
  frame,
  marks,
};

export function needsShapes(operations: readonly Operation[] | undefined): boolean {
  return operations?.some(({ kind }) => kind === 'hatch' || kind === 'hide' || kind === 'strokes') === true;
}

/** Operations that change the size of the drawing, or the part of it to which a size refers. */
const sizing: readonly OperationKind[] = [
  'filter',
  'crop',
  'scale',
  'rotate',
  'mirror',
  'copies',
  'frame',
  'marks',
];

export function enlargementBy(
  operations: readonly Operation[],
  drawing: Drawing,
  placement: OnPaper,
  isDrawn: (layer: number) => boolean,
): number {
  const isEnlarging = (operation: Operation) =>
    operation.kind === 'scale' || (operation.kind === 'copies' && operation.fit === true);
  const last = operations.findLastIndex(isEnlarging);
  if (last < 0) return 1;
  const context = contextOf(placement, isDrawn, new WorkLimit());
  const { shapes: _, ...lines } = drawing;
  let artwork = artworkOf(lines, placement.transform, isDrawn);
  let enlargement = 1;
  for (const operation of operations.slice(0, last + 1)) {
    if (!sizing.includes(operation.kind)) continue;
    if (operation.kind === 'scale') enlargement *= scaleFactor(artwork, operation);
    if (operation.kind === 'copies') enlargement *= copyFactor(artwork, operation, context.room);
    artwork = applyOne(artwork, operation, context);
  }
  return enlargement;
}

interface OnPaper {
  readonly paper: { readonly widthMm: number; readonly heightMm: number };
  readonly transform: Transform;
  readonly room: Box;
}

export function runOperations(
  drawing: Drawing,
  operations: readonly Operation[],
  placement: OnPaper,
  isDrawn: (layer: number) => boolean,
  limit = new WorkLimit(),
): Artwork {
  const context = contextOf(placement, isDrawn, limit);
  let artwork = artworkOf(drawing, placement.transform, isDrawn);
  let marks: Artwork['marks'];
  for (const operation of inOrder(operations)) {
    limit.kind = operation.kind;
    artwork = applyOne(artwork, operation, context);
    if (operation.kind === 'marks') marks = artwork.marks;
    else if (moving.includes(operation.kind)) marks = undefined;
  }
  return { ...artwork, ...(marks && { marks }) };
}

/** Operations that move or multiply marks drawn before them, whose places are then no longer known. */
const moving: readonly OperationKind[] = ['crop', 'scale', 'rotate', 'mirror', 'copies'];

function contextOf(
  { paper, room }: OnPaper,
  isDrawn: (layer: number) => boolean,
  limit: WorkLimit,
): OperationContext {
  return {
    paper: { minX: 0, minY: 0, maxX: paper.widthMm, maxY: paper.heightMm },
    room,
    toleranceMm: 0.01,
    isDrawn,
    limit,
  };
}

function applyOne<O extends Operation>(artwork: Artwork, operation: O, context: OperationContext): Artwork {
  return (applyOf[operation.kind] as unknown as Apply<O>)(artwork, operation, context);
}

/**
 * Returns the operations in the given order, except that hiding follows all operations that create lines, and
 * merging follows hiding.
 */
export function inOrder(operations: readonly Operation[]): Operation[] {
  const lastOf = (...kinds: readonly OperationKind[]) =>
    operations.reduce((last, { kind }, at) => (kinds.includes(kind) ? at : last), -1);
  const shaped = lastOf('hatch', 'strokes');
  const hidden = Math.max(lastOf('hide'), lastOf('hide') < 0 ? -1 : shaped);
  const place = ({ kind }: Operation, at: number) => {
    if (kind === 'hide') return Math.max(at, shaped + 0.3);
    return kind === 'merge' ? Math.max(at, hidden + 0.6) : at;
  };
  return operations
    .map((operation, at) => ({ operation, place: place(operation, at), at }))
    .sort((one, other) => one.place - other.place || one.at - other.at)
    .map(({ operation }) => operation);
}
