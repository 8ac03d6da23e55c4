import type { Profile } from '../profile.ts';
import type { Point } from './geometry.ts';
import type { RawLine, RawLines } from './raw-line.ts';

const mmPerInch = 25.4;
/** G-codes that change the coordinates, or move by values that only the machine knows. */
const unpredictableCodes = new Set([10, 28, 30, 38.2, 38.3, 38.4, 38.5, 53, 92]);

interface Modes {
  motion: number;
  isRelative: boolean;
  mmPerUnit: number;
  mmPerMinute: number | undefined;
  z: number;
}

/** Reads G0 to G3 with lengths, feeds and units, and dwells in the given unit. */
export const gcodeLines =
  (dwellUnitMs: number): RawLines =>
  (profile) => {
    const modes: Modes = { motion: 0, isRelative: false, mmPerUnit: 1, mmPerMinute: undefined, z: 0 };
    return (line, from) => {
      const words = wordsOf(line);
      const codes = words.filter(([letter]) => letter === 'G').map(([, value]) => value);
      if (words.length === 0 || codes.some((code) => unpredictableCodes.has(code))) return undefined;
      const of = new Map(words.filter(([letter]) => letter !== 'G'));
      setModes(modes, codes, of.get('F'));
      if (codes.includes(4)) return { extraMs: (of.get('P') ?? 0) * dwellUnitMs };
      return motionOf(of, from, modes, profile);
    };
  };

function setModes(modes: Modes, codes: readonly number[], feed: number | undefined): void {
  for (const code of codes) {
    if (code <= 3) modes.motion = code;
    if (code === 20 || code === 21) modes.mmPerUnit = code === 20 ? mmPerInch : 1;
    if (code === 90 || code === 91) modes.isRelative = code === 91;
  }
  if (feed !== undefined) modes.mmPerMinute = feed * modes.mmPerUnit;
}

function motionOf(of: ReadonlyMap<string, number>, from: Point, modes: Modes, profile: Profile): RawLine {
  const { motion, isRelative, mmPerUnit } = modes;
  const { stepsPerMm, speedLimits } = profile;
  const stepsPerUnit = mmPerUnit * stepsPerMm;
  const axis = (value: number | undefined, at: number) =>
    value === undefined ? at : value * stepsPerUnit + (isRelative ? at : 0);
  const to = { x: axis(of.get('X'), from.x), y: axis(of.get('Y'), from.y) };
  const top = speedLimits?.max ?? profile.speed;
  const feed = modes.mmPerMinute === undefined ? profile.speed : (modes.mmPerMinute / 60) * stepsPerMm;
  const speed = motion === 0 ? top : Math.min(feed, top);
  const z = axis(of.get('Z'), modes.z);
  const rise = Math.abs(z - modes.z);
  modes.z = z;
  const straight = Math.hypot(to.x - from.x, to.y - from.y);
  const curved =
    motion >= 2 ? arcLength(from, to, of, { stepsPerUnit, isClockwise: motion === 2 }) : straight;
  // During a move in X and Y, Z takes no extra time.
  const beside = straight === 0 && curved === 0 ? rise : curved - straight;
  return { to, speed, extraMs: speed > 0 ? (beside / speed) * 1000 : 0 };
}

/** Returns the length around the centre given by I and J; with R, or without a centre, the length of the chord. */
function arcLength(
  from: Point,
  to: Point,
  of: ReadonlyMap<string, number>,
  { stepsPerUnit, isClockwise }: { stepsPerUnit: number; isClockwise: boolean },
): number {
  const chord = Math.hypot(to.x - from.x, to.y - from.y);
  const [i, j] = [(of.get('I') ?? 0) * stepsPerUnit, (of.get('J') ?? 0) * stepsPerUnit];
  const radius = Math.hypot(i, j);
  if (radius === 0) return chord;
  const end = Math.atan2(to.y - from.y - j, to.x - from.x - i);
  const turned = (isClockwise ? -1 : 1) * (end - Math.atan2(-j, -i));
  const angle = ((turned % (2 * Math.PI)) + 2 * Math.PI) % (2 * Math.PI);
  return radius * (angle < 1e-9 ? 2 * Math.PI : angle);
}

/** Returns an empty list if the line has anything but words. A comment that is not closed ends with the line. */
function wordsOf(line: string): [string, number][] {
  const text = line.replaceAll(/\([^)]*\)?|;.*|\s/g, '');
  const words = [...text.matchAll(/([A-Z])([-+]?(?:\d{1,9}(?:\.\d{0,9})?|\.\d{1,9}))/gi)];
  if (words.reduce((length, [word]) => length + word.length, 0) !== text.length) return [];
  return words.map(([, letter = '', number]) => [letter.toUpperCase(), Number(number)]);
}
