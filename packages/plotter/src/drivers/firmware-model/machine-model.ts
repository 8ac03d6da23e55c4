import type { Area } from '../language/geometry.ts';
import { bannerWord, ourName } from '../lines/grammar.ts';

/** What a plotter can do. Lengths are in steps and times in milliseconds unless the name says otherwise. */
export interface MachineModel {
  readonly stepsPerMm: number;
  /** The sheet, for pictures of what was drawn. */
  readonly sheetWidthMm: number;
  readonly sheetHeightMm: number;
  /** Steps a second: after the start, and at most. */
  readonly speed: number;
  readonly maxSpeed: number;
  /** Steps a second squared: after the start, and at most. */
  readonly acceleration: number;
  readonly maxAcceleration: number;
  /** The time between the two angles of the pen. */
  readonly penUpMs: number;
  readonly penDownMs: number;
  /** The pen touches the paper from the lower angle on. */
  readonly servoUpDegrees: number;
  readonly servoDownDegrees: number;
  /** Whether `SERVO` is there; without it the pen still goes up and down. */
  readonly hasServo: boolean;
  /** How far the pen may go from where it stood when the board started; undefined for anywhere. */
  readonly limits: Area | undefined;
  /** How many commands the motion queue holds; 0 for firmware without buffered motion. */
  readonly queuedCommands: number;
  /** The corner deviation in buffered motion: the larger, the faster a corner is passed. */
  readonly cornerDeviationMm: number;
}

const stepsPerMm = 80;
const a3WidthMm = 420;
const a3HeightMm = 297;

/**
 * A plotter for A3 sheets. It has no end switches and takes the place where it was switched on for the
 * origin, be that a corner or the middle, so its limits reach a whole sheet to every side: they catch a
 * drawing in the wrong unit, not the edge of the frame.
 */
export const a3Plotter: MachineModel = {
  stepsPerMm,
  sheetWidthMm: a3WidthMm,
  sheetHeightMm: a3HeightMm,
  speed: 100 * stepsPerMm,
  maxSpeed: 250 * stepsPerMm,
  acceleration: 1000 * stepsPerMm,
  maxAcceleration: 5000 * stepsPerMm,
  penUpMs: 120,
  penDownMs: 150,
  servoUpDegrees: 30,
  servoDownDegrees: 90,
  hasServo: true,
  limits: {
    minX: -a3WidthMm * stepsPerMm,
    maxX: a3WidthMm * stepsPerMm,
    minY: -a3HeightMm * stepsPerMm,
    maxY: a3HeightMm * stepsPerMm,
  },
  queuedCommands: 32,
  cornerDeviationMm: 0.02,
};

/** Name, version and the length of the motion queue, as `VERSION` and the banner tell them. */
export function firmwareNameOf({ queuedCommands }: MachineModel): string {
  return queuedCommands > 0 ? `${ourName} 1.1.0 BUFFER ${queuedCommands}` : `${ourName} 1.0.0`;
}

export function bannerOf(model: MachineModel): string {
  return `${bannerWord} ${firmwareNameOf(model)}`;
}

/** The angles that `PENHEIGHT` takes. As high as a lifted pen, a lowered one would be taken for it. */
export function penHeightLimitsOf({ servoUpDegrees }: MachineModel): { min: number; max: number } {
  return { min: servoUpDegrees + 1, max: 180 };
}

/** The time that the pen's servo takes from one angle to another. */
export function servoTimeMs(model: MachineModel, fromDegrees: number, toDegrees: number): number {
  const whole = model.servoDownDegrees - model.servoUpDegrees;
  const fullMs = toDegrees > fromDegrees ? model.penDownMs : model.penUpMs;
  return (Math.abs(toDegrees - fromDegrees) / whole) * fullMs;
}
