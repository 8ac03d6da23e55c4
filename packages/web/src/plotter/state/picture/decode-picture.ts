import { damagedPicture, pictureSize, type Raster, rasterSize, recogniseFile } from '@stationery/drawing';

/** Number of bytes to read for the header. Cameras write less data before the size. */
const headerBytes = 1_000_000;

/** Decodes, rotates and reduces a picture in the browser. First checks the size in its header. */
export async function rasterOf(picture: Blob, maxSide?: number): Promise<Raster> {
  const start = new Uint8Array(await picture.slice(0, headerBytes).arrayBuffer());
  pictureSize(start, recogniseFile(start).id);
  const image = await createImageBitmap(picture).catch(() => {
    throw damagedPicture();
  });
  const { width, height } = rasterSize(image.width, image.height, maxSide);
  const context = contextOf(width, height, { willReadFrequently: true });
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, 0, 0, width, height);
  image.close();
  return context.getImageData(0, 0, width, height);
}

export function contextOf(width: number, height: number, settings?: CanvasRenderingContext2DSettings) {
  const context = new OffscreenCanvas(width, height).getContext('2d', settings)!;
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  return context;
}
