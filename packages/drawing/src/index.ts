export type { Drawing, Layer, Note, Points, Stroke } from './drawing.ts';
export { DrawingError, type DrawingErrorCode } from './drawing-error.ts';
export type { ReadOptions } from './svg/options.ts';
export { readSvg } from './svg/read-svg.ts';
export { type Machine, type Motion, motionOf, moveMs, ourMachine } from './motion/machine.ts';
export { brakeProfile, distanceAt, type MoveProfile, moveProfile, speedAt } from './motion/move-profile.ts';
export { pathMs } from './motion/path-time.ts';
