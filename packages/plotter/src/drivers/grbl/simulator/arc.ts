import { type Axes, axisLetters, each, planes } from '../../simulator/motion/axes.ts';
import type { Modes } from './parser-state.ts';
import { Refusal } from './refusal.ts';

/** An arc is a full circle if its end is this close to its start, seen from the centre. */
const fullCircleRadians = 5e-7;

export function arcCentre(parts: {
  values: ReadonlyMap<string, number>;
  from: Axes;
  to: Axes;
  modes: Modes;
  axisWords: readonly string[];
  used: Set<string>;
  scale: number;
}): Axes {
  const { values, from, to, modes, axisWords, used, scale } = parts;
  const [first, second] = planes[modes.plane];
  if (axisWords.length === 0) throw new Refusal('noAxisWords');
  if (![first, second].some((axis) => axisWords.includes(axisLetters[axis]))) {
    throw new Refusal('noAxisWordsInPlane');
  }
  const [x, y] = [to[first] - from[first], to[second] - from[second]];
  const centre = (i: number, j: number) =>
    each((axis) => from[axis] + (axis === first ? i : axis === second ? j : 0));

  const radius = values.get('R');
  if (radius !== undefined) {
    used.add('R');
    const chord = Math.hypot(x, y);
    if (chord === 0) throw new Refusal('invalidTarget');
    const squared = (radius * scale) ** 2 - (chord / 2) ** 2;
    if (squared < 0) throw new Refusal('badArcRadius');
    // The centre is on the perpendicular through the middle of the chord; direction and sign of R determine the side.
    const across = Math.sqrt(squared) * ((modes.motion === 3) === radius > 0 ? 1 : -1);
    return centre(x / 2 - (y / chord) * across, y / 2 + (x / chord) * across);
  }

  const offset = (axis: 0 | 1 | 2) => values.get('IJK'[axis]!);
  if (offset(first) === undefined && offset(second) === undefined) throw new Refusal('noOffsetsInPlane');
  for (const letter of 'IJK') used.add(letter);
  const [i, j] = [(offset(first) ?? 0) * scale, (offset(second) ?? 0) * scale];
  const [atStart, atEnd] = [Math.hypot(i, j), Math.hypot(x - i, y - j)];
  const off = Math.abs(atStart - atEnd);
  if (off > 0.5 || (off > 0.005 && off > 0.001 * atStart)) throw new Refusal('invalidTarget');
  return centre(i, j);
}

export function* arcPoints(parts: {
  from: Axes;
  to: Axes;
  centre: Axes;
  clockwise: boolean;
  plane: Modes['plane'];
  toleranceMm: number;
}): Generator<Axes> {
  const { from, to, centre, clockwise, plane, toleranceMm } = parts;
  const [first, second, across] = planes[plane];
  const start = [from[first] - centre[first], from[second] - centre[second]] as const;
  const end = [to[first] - centre[first], to[second] - centre[second]] as const;
  let turn = Math.atan2(start[0] * end[1] - start[1] * end[0], start[0] * end[0] + start[1] * end[1]);
  if (clockwise && turn >= -fullCircleRadians) turn -= 2 * Math.PI;
  if (!clockwise && turn <= fullCircleRadians) turn += 2 * Math.PI;
  const radius = Math.hypot(...start);
  const chord = Math.sqrt(toleranceMm * (2 * radius - toleranceMm));
  const count = chord > 0 ? Math.floor(Math.abs(turn * radius) / 2 / chord) : 0;
  for (let at = 1; at < count; at++) {
    const angle = (turn * at) / count;
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    const place: [number, number, number] = [0, 0, 0];
    place[first] = centre[first] + start[0] * cos - start[1] * sin;
    place[second] = centre[second] + start[0] * sin + start[1] * cos;
    place[across] = from[across] + ((to[across] - from[across]) * at) / count;
    yield place;
  }
  yield to;
}
