import type { MachineProfile } from './generated/plotter.ts';

/** A short test after choosing a plotter: the user answers, and the profile is corrected. */
export const guidedSteps = ['pen-up', 'pen-down', 'right', 'towards'] as const;

export type GuidedStep = (typeof guidedSteps)[number];

/** Distance of each move in the test, in mm. */
export const guidedMm = 10;

/** Answers of the user. `left`, `right`, `towards` and `away`: the direction in which the pen moved instead. */
export type GuidedAnswer =
  | 'yes'
  /** The pen went down instead of up, or up instead of down. */
  | 'reversed'
  /** The pen moved, but not far enough. */
  | 'more'
  | 'left'
  | 'right'
  | 'towards'
  | 'away'
  /** The pen moved in the right direction, but by this distance. */
  | { measuredMm: number };

/** Fixed answers to each step, the expected one first. Measured distances (mm) are not listed. */
export const guidedAnswers: Readonly<Record<GuidedStep, readonly Extract<GuidedAnswer, string>[]>> = {
  'pen-up': ['yes', 'reversed', 'more'],
  'pen-down': ['yes', 'reversed', 'more'],
  right: ['yes', 'left', 'towards', 'away'],
  towards: ['yes', 'away', 'right', 'left'],
};

export type GuidedCorrection =
  | { kind: 'next' }
  /** Save this profile and repeat the step. */
  | { kind: 'again'; profile: MachineProfile }
  /** The profile cannot correct this, because the value is stored in the machine. */
  | {
      kind: 'on-machine';
      member: 'stepsPerMm';
      value: number;
      /** Beginning of the line that sets the scale of the moved axis; undefined if it cannot be set. */
      setting: string | undefined;
    }
  /** The machine has no pen heights, or they are at their limit. */
  | { kind: 'impossible'; member: 'penHeights' };

/**
 * Returns the commands of a step. With absolute coordinates and an unknown position, the origin is set first.
 */
export function guidedCommands(
  step: GuidedStep,
  { stepsPerMm, coordinates }: Pick<MachineProfile, 'stepsPerMm' | 'coordinates'>,
  position: { x: number; y: number } | null,
): string[] {
  if (step === 'pen-up') return ['PENUP'];
  if (step === 'pen-down') return ['PENDOWN'];
  const steps = Math.round(guidedMm * stepsPerMm);
  const from = coordinates === 'relative' || position === null ? { x: 0, y: 0 } : position;
  const { x, y } = step === 'right' ? { x: from.x + steps, y: from.y } : { x: from.x, y: from.y + steps };
  const setOrigin = coordinates === 'absolute' && position === null ? ['ZERO'] : [];
  return ['PENUP', ...setOrigin, `MOVE X${x} Y${y}`];
}

export function correctProfile(
  profile: MachineProfile,
  step: GuidedStep,
  answer: GuidedAnswer,
): GuidedCorrection {
  if (answer === 'yes') return { kind: 'next' };
  if (typeof answer === 'object') return correctScale(profile, step, answer.measuredMm);
  if (answer === 'reversed' || answer === 'more') return correctPen(profile, step, answer);
  return { kind: 'again', profile: { ...profile, axes: correctAxes(profile.axes, step, answer) } };
}

export const minHeight = ({ can, penControl }: Pick<MachineProfile, 'can' | 'penControl'>): number =>
  (penControl && can?.minPenHeight?.[penControl]) ?? Number.NEGATIVE_INFINITY;

/** Swaps the heights if reversed; otherwise moves one of them further away by a tenth of their distance. */
function correctPen(
  profile: MachineProfile,
  step: GuidedStep,
  answer: 'reversed' | 'more',
): GuidedCorrection {
  const heights = profile.penHeights;
  if (heights === undefined) return { kind: 'impossible', member: 'penHeights' };
  const { up, down } = heights;
  if (answer === 'reversed')
    return { kind: 'again', profile: { ...profile, penHeights: { up: down, down: up } } };
  const min = minHeight(profile);
  const further = (from: number, to: number) =>
    Math.max(min, Math.round((to + (to - from) / 10) * 1000) / 1000);
  const penHeights = step === 'pen-up' ? { up: further(down, up), down } : { up, down: further(up, down) };
  if (penHeights.up === up && penHeights.down === down) return { kind: 'impossible', member: 'penHeights' };
  return { kind: 'again', profile: { ...profile, penHeights } };
}

function correctScale(profile: MachineProfile, step: GuidedStep, measuredMm: number): GuidedCorrection {
  const factor = guidedMm / measuredMm;
  const stepsPerMm = rounded(profile.stepsPerMm * factor);
  if (profile.reported?.includes('stepsPerMm'))
    return {
      kind: 'on-machine',
      member: 'stepsPerMm',
      value: stepsPerMm,
      setting: scaleSetting(profile, step),
    };
  const scaled = (steps: number) => rounded(steps * factor);
  const { limits, penUpSpeed } = profile;
  // Speeds and limits are stored in steps; they are converted so that they stay the same in millimetres.
  return {
    kind: 'again',
    profile: {
      ...profile,
      stepsPerMm,
      speed: scaled(profile.speed),
      acceleration: scaled(profile.acceleration),
      ...(penUpSpeed === undefined ? {} : { penUpSpeed: scaled(penUpSpeed) }),
      limits: limits && {
        minX: Math.round(limits.minX * factor),
        maxX: Math.round(limits.maxX * factor),
        minY: Math.round(limits.minY * factor),
        maxY: Math.round(limits.maxY * factor),
      },
    },
  };
}

function scaleSetting({ can, axes }: MachineProfile, step: GuidedStep): string | undefined {
  return can?.scaleSettings?.[(step === 'right') === (axes?.swap ?? false) ? 'y' : 'x'];
}

const rounded = (value: number) => Math.round(value * 1e4) / 1e4;

type Axes = NonNullable<MachineProfile['axes']>;
type Direction = 'left' | 'right' | 'towards' | 'away';
const unit: Record<Direction, { x: number; y: number }> = {
  right: { x: 1, y: 0 },
  left: { x: -1, y: 0 },
  towards: { x: 0, y: 1 },
  away: { x: 0, y: -1 },
};

/** The answer determines one axis; the other is kept and tested in its own step. */
function correctAxes(axes: Axes | undefined, asked: GuidedStep, went: Direction): Axes {
  const before = axes ?? { swap: false, mirrorX: false, mirrorY: false };
  const wanted = unit[asked as 'right' | 'towards'];
  const seen = unit[went];
  // The axis of the machine that moved, and its direction.
  const sent = before.swap ? { x: wanted.y, y: wanted.x } : wanted;
  const isMachineX = sent.x !== 0;
  const isOtherAxis = (seen.x !== 0) !== (wanted.x !== 0);
  const isAgainst = seen.x + seen.y < 0;
  return {
    swap: before.swap !== isOtherAxis,
    mirrorX: before.mirrorX !== (isMachineX && isAgainst),
    mirrorY: before.mirrorY !== (!isMachineX && isAgainst),
  };
}
