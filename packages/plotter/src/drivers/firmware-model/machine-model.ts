import type { Area } from '../language/geometry.ts';
import { bannerWord, ourName } from '../lines/grammar.ts';

/** Lengths are in steps and times in milliseconds unless the name says otherwise. */
export interface MachineModel {
  readonly stepsPerMm: number;
  readonly sheetWidthMm: number;
  readonly sheetHeightMm: number;
  /** Steps per second: initial and maximum. */
  readonly speed: number;
  readonly maxSpeed: number;
  /** Steps per second squared: initial and maximum. */
  readonly acceleration: number;
  readonly maxAcceleration: number;
  readonly penUpMs: number;
  readonly penDownMs: number;
  /** The pen-down angle is larger; the pen touches the paper there. */
  readonly servoUpDegrees: number;
  readonly servoDownDegrees: number;
  /** Whether the firmware has the command `SERVO`. Without it, the pen still moves up and down. */
  readonly hasServo: boolean;
  /** Relative to the start position. */
  readonly limits: Area | undefined;
  /** Size of the motion queue in commands; 0 without buffered motion. */
  readonly queuedCommands: number;
  /** Corner deviation in buffered motion: larger values pass corners faster. */
  readonly cornerDeviationMm: number;
}

const stepsPerMm = 80;
const a3WidthMm = 420;
const a3HeightMm = 297;

/**
 * An A3 plotter without limit switches. Its origin is the power-on position, a corner or the middle, so its limits
 * extend a whole sheet in every direction: they catch a drawing in the wrong unit, not the edge of the frame.
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

/** Name, version and motion queue size, as in `VERSION` and the banner. */
export function firmwareNameOf({ queuedCommands }: MachineModel): string {
  return queuedCommands > 0 ? `${ourName} 1.1.0 BUFFER ${queuedCommands}` : `${ourName} 1.0.0`;
}

export function bannerOf(model: MachineModel): string {
  return `${bannerWord} ${firmwareNameOf(model)}`;
}

/** Angles accepted by `PENHEIGHT`. The angle must stay above that of a lifted pen. */
export function penHeightLimitsOf({ servoUpDegrees }: MachineModel): { min: number; max: number } {
  return { min: servoUpDegrees + 1, max: 180 };
}

export function servoTimeMs(model: MachineModel, fromDegrees: number, toDegrees: number): number {
  const whole = model.servoDownDegrees - model.servoUpDegrees;
  const fullMs = toDegrees > fromDegrees ? model.penDownMs : model.penUpMs;
  return (Math.abs(toDegrees - fromDegrees) / whole) * fullMs;
}
