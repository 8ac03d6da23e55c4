import type { DrawingErrorCode, PictureOptions } from '@stationery/drawing';

/** To the worker that draws one picture. */
export type PictureRequest =
  | { kind: 'open'; picture: Blob }
  /** Draws and paints it, at most this many pixels wide and high. Only the newest request is answered. */
  | { kind: 'draw'; options: Partial<PictureOptions>; maxPixels: number }
  /** Asks for the last drawing as an SVG. */
  | { kind: 'svg' };

export interface DrawnPicture {
  image: ImageBitmap;
  strokes: number;
  lengthMm: number;
  widthMm: number;
  heightMm: number;
}

export type PictureReply =
  | { kind: 'drawn'; drawn: DrawnPicture }
  | { kind: 'svg'; svg: string }
  /** The picture cannot be used; undefined if it is unknown why. */
  | { kind: 'failed'; code: DrawingErrorCode | undefined };
