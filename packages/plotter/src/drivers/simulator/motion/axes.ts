export type Axes = readonly [number, number, number];

export const axisLetters = ['X', 'Y', 'Z'] as const;
export const origin: Axes = [0, 0, 0];

export function each(combine: (axis: 0 | 1 | 2) => number): Axes {
  return [combine(0), combine(1), combine(2)];
}

export function sum(one: Axes, other: Axes): Axes {
  return each((axis) => one[axis] + other[axis]);
}

export function difference(one: Axes, other: Axes): Axes {
  return each((axis) => one[axis] - other[axis]);
}

export function lengthOf(axes: Axes): number {
  return Math.hypot(...axes);
}

/** The axes of the arc plane, and the one perpendicular to it. */
export const planes = { 17: [0, 1, 2], 18: [2, 0, 1], 19: [1, 2, 0] } as const;
