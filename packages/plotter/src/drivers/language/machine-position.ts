import type { Effect } from './effect.ts';
import type { Point } from './geometry.ts';

export interface MachinePosition {
  position: Point | null;
  pen: 'up' | 'down' | null;
}

export function positionAfter(place: MachinePosition, effect: Effect): MachinePosition {
  if (effect.origin === 'restart') return { position: null, pen: null };
  const pen = effect.pen === undefined ? place.pen : effect.pen;
  if (effect.origin === 'here') return { position: { x: 0, y: 0 }, pen };
  return {
    position: effect.move === undefined ? place.position : targetOf(place.position, effect.move),
    pen,
  };
}

export function positionInDoubt(place: MachinePosition, effect: Effect): MachinePosition {
  if (effect.origin === 'restart') return { position: null, pen: null };
  return {
    position: effect.move === undefined && effect.origin === undefined ? place.position : null,
    pen: effect.pen === undefined ? place.pen : null,
  };
}

function targetOf(from: Point | null, move: NonNullable<Effect['move']>): Point | null {
  if (move === 'unknown') return null;
  if ('to' in move) return move.to;
  return from && { x: from.x + move.by.x, y: from.y + move.by.y };
}
