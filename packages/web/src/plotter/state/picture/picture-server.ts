import {
  type Drawing,
  DrawingError,
  drawPicture,
  type PictureOptions,
  pictureDefaults,
  pictureSvg,
  type Raster,
} from '@stationery/drawing';
import { contextOf, rasterOf } from './decode-picture.ts';
import type { DrawnPicture, PictureReply, PictureRequest } from './messages.ts';

type Send = (reply: PictureReply, transfer: Transferable[]) => void;

/** Decodes a picture with the browser, draws it and paints the result. Runs in a worker of the page. */
export class PictureServer {
  readonly #send: Send;
  #raster: Promise<Raster> | undefined;
  #last: { drawing: Drawing; penMm: number } | undefined;

  constructor(send: Send) {
    this.#send = send;
  }

  async handle(request: PictureRequest): Promise<void> {
    try {
      if (request.kind === 'open') {
        this.#raster = rasterOf(request.picture);
        await this.#raster;
      }
      if (request.kind === 'draw') await this.#draw(request);
      if (request.kind === 'svg' && this.#last !== undefined)
        this.#send({ kind: 'svg', svg: pictureSvg(this.#last.drawing, this.#last.penMm) }, []);
    } catch (error) {
      this.#send({ kind: 'failed', code: error instanceof DrawingError ? error.code : undefined }, []);
    }
  }

  async #draw(request: PictureRequest & { kind: 'draw' }): Promise<void> {
    const raster = await this.#raster;
    if (raster === undefined) return;
    const { penMm = pictureDefaults.penMm }: Partial<PictureOptions> = request.options;
    const drawing = drawPicture(raster, request.options);
    this.#last = { drawing, penMm };
    const drawn = painted(drawing, penMm, request.maxPixels);
    this.#send({ kind: 'drawn', drawn }, [drawn.image]);
  }
}

function painted(
  { widthMm, heightMm, layers, strokes }: Drawing,
  penMm: number,
  pixels: number,
): DrawnPicture {
  const scale = pixels / Math.max(widthMm, heightMm);
  const [width, height] = [Math.ceil(widthMm * scale), Math.ceil(heightMm * scale)];
  const context = contextOf(width, height);
  context.scale(scale, scale);
  context.lineWidth = penMm;
  context.lineCap = 'round';
  context.lineJoin = 'round';
  // Makes inks darker where they overlap.
  context.globalCompositeOperation = 'multiply';
  let lengthMm = 0;
  for (const [index, { colour }] of layers.entries()) {
    context.strokeStyle = colour;
    context.beginPath();
    for (const { points, layer } of strokes) {
      if (layer !== index) continue;
      context.moveTo(points[0]!, points[1]!);
      for (let at = 2; at < points.length; at += 2) {
        context.lineTo(points[at]!, points[at + 1]!);
        lengthMm += Math.hypot(points[at]! - points[at - 2]!, points[at + 1]! - points[at - 1]!);
      }
    }
    context.stroke();
  }
  const image = (context.canvas as OffscreenCanvas).transferToImageBitmap();
  return { image, strokes: strokes.length, lengthMm, widthMm, heightMm };
}
