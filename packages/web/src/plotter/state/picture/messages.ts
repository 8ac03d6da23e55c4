import type { DrawingErrorCode, PictureOptions } from '@stationery/drawing';

export type PictureRequest =
  | { kind: 'open'; picture: Blob }
  /** Draws the picture and paints the result, at most this many pixels wide and high. */
  | { kind: 'draw'; options: Partial<PictureOptions>; maxPixels: number }
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
  | { kind: 'failed'; code: DrawingErrorCode | undefined };
