import type { PictureSize } from '../raster.ts';

/** Maximum number of segments; cameras write fewer. */
const maxSegments = 1000;

function* segments(file: Uint8Array): Iterable<{ marker: number; content: DataView }> {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  let at = 2;
  for (let count = 0; count < maxSegments && at + 4 <= file.length; count++) {
    const marker = view.getUint16(at);
    // A marker may follow any number of 0xff bytes.
    if (marker === 0xffff) {
      at++;
      continue;
    }
    const length = view.getUint16(at + 2);
    if (marker < 0xff01 || length < 2 || at + 2 + length > file.length || marker === 0xffda) return;
    yield { marker, content: new DataView(file.buffer, file.byteOffset + at + 4, length - 2) };
    at += 2 + length;
  }
}

export function jpegSize(file: Uint8Array): PictureSize | undefined {
  for (const { marker, content } of segments(file)) {
    const isFrame = marker >= 0xffc0 && marker <= 0xffcf && ![0xffc4, 0xffc8, 0xffcc].includes(marker);
    if (!isFrame || content.byteLength < 5) continue;
    const [height, width] = [content.getUint16(1), content.getUint16(3)];
    return width > 0 && height > 0 ? { width, height } : undefined;
  }
  return undefined;
}

const exif = 0x45786966;
const orientationTag = 0x0112;

/** Returns the orientation from 1 to 8; 1 if the file does not give it. */
export function exifOrientation(file: Uint8Array): number {
  for (const { marker, content } of segments(file)) {
    if (marker === 0xffe1 && content.byteLength > 20 && content.getUint32(0) === exif)
      return orientationIn(new DataView(content.buffer, content.byteOffset + 6, content.byteLength - 6));
  }
  return 1;
}

function orientationIn(tiff: DataView): number {
  const isLittle = tiff.getUint16(0) === 0x4949;
  const first = tiff.getUint32(4, isLittle);
  if (first + 2 > tiff.byteLength) return 1;
  const count = tiff.getUint16(first, isLittle);
  for (let entry = 0, at = first + 2; entry < count && at + 12 <= tiff.byteLength; entry++, at += 12)
    if (tiff.getUint16(at, isLittle) === orientationTag) return tiff.getUint16(at + 8, isLittle);
  return 1;
}
