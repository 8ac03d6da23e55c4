import {
  type CheckedPhoto,
  checkPhoto,
  DrawingError,
  inPhoto,
  jobOfParts,
  PhotoError,
  type PhotoPoint,
  type PlottedJob,
  photoSide,
  plottedStrokes,
  pointsBetween,
  type Raster,
  referencePoints,
} from '@stationery/drawing';
import { contextOf, rasterOf } from '../picture/decode-picture.ts';
import type { PhotoReply, PhotoRequest } from './messages.ts';

/** The page's types lack the worker's global scope. */
const port = self as unknown as {
  onmessage: (event: MessageEvent<PhotoRequest>) => void;
  postMessage: (reply: PhotoReply, transfer: Transferable[]) => void;
};

const highlight = '#e6007e';
const highlightMm = 1.2;

let opened: { photo: Raster; job: PlottedJob; marks: readonly { xMm: number; yMm: number }[] } | undefined;

port.onmessage = async ({ data }) => {
  try {
    if (data.kind === 'open') {
      const { job, marks } = data;
      opened = { photo: await rasterOf(data.photo, photoSide), job, marks };
    }
    compare(data.kind === 'points' ? data.points : undefined);
  } catch (error) {
    const code = error instanceof DrawingError ? error.code : undefined;
    port.postMessage({ kind: 'failed', code: error instanceof PhotoError ? error.problem : code }, []);
  }
};

function compare(points: readonly PhotoPoint[] | undefined): void {
  const { photo, job, marks } = opened!;
  const strokes = plottedStrokes(job);
  const sheet = { strokes, marks, colours: job.pens.map(({ colour }) => colour) };
  try {
    const checked = checkPhoto(photo, sheet, points);
    const missing = new Set(checked.missing.map(({ stroke }) => stroke)).size;
    const found = { missing, strokes: strokes.length, job: jobOfParts(job, checked.missing) };
    const image = painted(photo, strokes, checked);
    port.postMessage({ kind: 'compared', image, found }, [image]);
  } catch (error) {
    if (!(error instanceof PhotoError) || error.problem !== 'no-marks') throw error;
    const references = referencePoints(sheet);
    const image = painted(photo, strokes, undefined);
    port.postMessage({ kind: 'asks', image, references }, [image]);
  }
}

function painted(
  photo: Raster,
  strokes: ReturnType<typeof plottedStrokes>,
  checked: CheckedPhoto | undefined,
): ImageBitmap {
  const { width, height, data } = photo;
  const context = contextOf(width, height);
  context.putImageData(new ImageData(data as Uint8ClampedArray<ArrayBuffer>, width, height), 0, 0);
  if (checked !== undefined) {
    const { toPhoto, missing } = checked;
    const first = strokes[0]!.points;
    const [from, to] = [inPhoto(toPhoto, first[0]!, first[1]!), inPhoto(toPhoto, first[0]! + 1, first[1]!)];
    context.lineWidth = Math.max(3, highlightMm * Math.hypot(to.x - from.x, to.y - from.y));
    context.strokeStyle = highlight;
    context.lineCap = 'round';
    context.lineJoin = 'round';
    context.beginPath();
    for (const { stroke, fromMm, toMm } of missing) {
      const part = pointsBetween(strokes[stroke - 1]!.points, fromMm, toMm);
      for (let at = 0; at < part.length; at += 2) {
        const { x, y } = inPhoto(toPhoto, part[at]!, part[at + 1]!);
        if (at === 0) context.moveTo(x, y);
        else context.lineTo(x, y);
      }
    }
    context.stroke();
  }
  return (context.canvas as OffscreenCanvas).transferToImageBitmap();
}
