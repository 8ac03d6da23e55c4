export type Direction = 'up' | 'down' | 'left' | 'right';

/** Y grows downwards. */
export const unitVectors: Record<Direction, readonly [x: number, y: number]> = {
  up: [0, -1],
  down: [0, 1],
  left: [-1, 0],
  right: [1, 0],
};
