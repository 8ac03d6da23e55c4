export type { Drawing, Layer, Note, Points, Stroke } from './drawing.ts';
