export type { Drawing, Layer, Note, Points, Stroke } from './drawing.ts';
export { DrawingError, type DrawingErrorCode } from './drawing-error.ts';
export type { ReadOptions } from './svg/options.ts';
export { readSvg } from './svg/read-svg.ts';
