import type { DrawingErrorCode, PhotoPoint, PhotoProblem, PlottedJob } from '@stationery/drawing';

/** To the worker that compares one job with photos. */
export type PhotoRequest =
  | { kind: 'open'; photo: Blob; job: PlottedJob; marks: readonly { xMm: number; yMm: number }[] }
  /** Where the reference points are in the shown photo. */
  | { kind: 'points'; points: readonly PhotoPoint[] };

/** The strokes, or parts of strokes, that are not on the sheet, and the job that plots them. */
export interface MissingStrokes {
  missing: number;
  strokes: number;
  job: {
    commands: string[];
    pauses: { before: number; reason: string }[];
    pens: { name: string; colour: string; from: number }[];
  };
}

export type PhotoReply =
  | { kind: 'compared'; image: ImageBitmap; found: MissingStrokes }
  /** The photo without its marks, and places that the user can find in it. */
  | { kind: 'asks'; image: ImageBitmap; references: { xMm: number; yMm: number }[] }
  /** Undefined if the reason is unknown. */
  | { kind: 'failed'; code: DrawingErrorCode | PhotoProblem | undefined };
