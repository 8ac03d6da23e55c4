import { recogniseFile } from '../formats/formats.ts';
import { type PictureOptions, resolvePictureOptions } from '../options/picture-options.ts';
import { decodePicture, isDecodable } from '../pictures/decode/decode-picture.ts';
import { drawPicture } from '../pictures/draw-picture.ts';
import { pictureSvg } from '../pictures/picture-svg.ts';
import { decompress } from '../reading/decompress.ts';
import type { FileContent } from './read-drawings.ts';

/** Returns a file as the readers expect it: decompressed, and a picture as an SVG of its drawing. */
export async function prepareFile(
  file: FileContent,
  options?: Partial<PictureOptions>,
): Promise<FileContent> {
  const content = await decompress(file);
  if (typeof content === 'string') return content;
  const { id } = recogniseFile(content);
  if (!isDecodable(id)) return content;
  const whole = resolvePictureOptions(options);
  return pictureSvg(drawPicture(await decodePicture(content, id), whole), whole.penMm);
}
