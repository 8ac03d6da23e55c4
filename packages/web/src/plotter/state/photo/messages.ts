import type { DrawingErrorCode, PhotoPoint, PhotoProblem, PlottedJob } from '@stationery/drawing';

export type PhotoRequest =
  | { kind: 'open'; photo: Blob; job: PlottedJob; marks: readonly { xMm: number; yMm: number }[] }
  /** Gives the places of the reference points in the shown photo. */
  | { kind: 'points'; points: readonly PhotoPoint[] };

/** Strokes, or parts of strokes, that are missing on the sheet, and the job that plots them. */
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
  /** The marks were not found. `references` are places in the drawing that the user can find in the photo. */
  | { kind: 'asks'; image: ImageBitmap; references: { xMm: number; yMm: number }[] }
  /** `code` is undefined if the reason is unknown. */
  | { kind: 'failed'; code: DrawingErrorCode | PhotoProblem | undefined };
