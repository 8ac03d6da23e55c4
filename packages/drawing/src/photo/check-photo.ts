import { recogniseFile } from '../formats/formats.ts';
import { decodePicture, isDecodable } from '../pictures/decode/decode-picture.ts';
import { damagedPicture, pictureSize } from '../pictures/decode/picture-size.ts';
import type { Raster } from '../pictures/raster.ts';
import type { OffsetMm } from '../plan/plan-options.ts';
import { findMissing, type MissingPart } from './find-missing.ts';
import type { Homography, PhotoPoint } from './homography.ts';
import { PaperLight } from './paper-light.ts';
import { PhotoError } from './photo-error.ts';
import { nodesOf, PlannedInk, type PlottedStroke } from './planned-ink.ts';
import { registerByMarks, registerByPoints } from './register-photo.ts';

/** Longer side in pixels of a photo for `checkPhoto`. */
export const photoSide = 2600;
const maxStrokes = 200_000;
const defaultArmMm = 2.5;

export interface PlottedSheet {
  readonly strokes: readonly PlottedStroke[];
  /** Centres of the registration marks, in millimetres from the machine's origin. */
  readonly marks: readonly OffsetMm[];
  readonly colours: readonly string[];
}

export interface CheckedPhoto {
  /** Maps millimetres from the machine's origin to pixels of the photo. */
  readonly toPhoto: Homography;
  readonly missing: readonly MissingPart[];
}

/**
 * Compares a photo with the plotted strokes. `points` are the places of `referencePoints` that the user marked;
 * they are needed if the marks are not found.
 */
export function checkPhoto(photo: Raster, sheet: PlottedSheet, points?: readonly PhotoPoint[]): CheckedPhoto {
  const { strokes, marks, colours } = sheet;
  if (strokes.length > maxStrokes) throw new PhotoError('too-large');
  if (points === undefined && marks.length < 3) throw new PhotoError('no-marks');
  const references = referencePoints(sheet).slice(0, points?.length);
  if (points !== undefined && points.length < 3) throw new PhotoError('too-close');
  const nodes = nodesOf(strokes);
  const ink = new PlannedInk(nodes);
  const light = new PaperLight(photo);
  const planned = { strokes, nodes, ink, references, armMm: armOf(sheet) };
  const toPhoto =
    points === undefined ? registerByMarks(light, planned) : registerByPoints(light, planned, points);
  return { toPhoto, missing: findMissing(strokes, { light, nodes, ink, toPhoto, colours }) };
}

/** Returns reference points clockwise from the top left: the outermost marks, or else ends of strokes. */
export function referencePoints({ strokes, marks }: PlottedSheet): OffsetMm[] {
  const places =
    marks.length >= 3
      ? marks
      : strokes.flatMap(({ points, isDip }) => (isDip === true ? [] : endsOf(points)));
  if (places.length === 0) throw new PhotoError('nothing');
  const outermost = [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ].map(([x, y]) =>
    places.reduce((best, place) =>
      x! * place.xMm + y! * place.yMm > x! * best.xMm + y! * best.yMm ? place : best,
    ),
  );
  const distinct = outermost.filter(
    (place, at) =>
      outermost.findIndex(({ xMm, yMm }) => Math.hypot(xMm - place.xMm, yMm - place.yMm) < 1) === at,
  );
  if (distinct.length < 3) throw new PhotoError('too-close');
  return distinct;
}

function endsOf(points: Float64Array): OffsetMm[] {
  const end = points.length - 2;
  return [
    { xMm: points[0]!, yMm: points[1]! },
    { xMm: points[end]!, yMm: points[end + 1]! },
  ];
}

/** Returns half the width of the marks, measured on the strokes that cross their centres. */
function armOf({ strokes, marks }: PlottedSheet): number {
  for (const { points } of strokes) {
    if (points.length !== 4) continue;
    const [x, y] = [(points[0]! + points[2]!) / 2, (points[1]! + points[3]!) / 2];
    if (marks.some(({ xMm, yMm }) => Math.hypot(xMm - x, yMm - y) < 0.1))
      return Math.hypot(points[2]! - points[0]!, points[3]! - points[1]!) / 2;
  }
  return defaultArmMm;
}

/** Decodes a PNG or JPEG. `scale` is the size of the result divided by the size of the file. */
export async function decodePhoto(file: Uint8Array): Promise<{ photo: Raster; scale: number }> {
  const { id } = recogniseFile(file);
  if (!isDecodable(id)) throw damagedPicture();
  const { width, height } = pictureSize(file, id);
  const photo = await decodePicture(file, id, photoSide);
  return { photo, scale: Math.max(photo.width, photo.height) / Math.max(width, height) };
}
