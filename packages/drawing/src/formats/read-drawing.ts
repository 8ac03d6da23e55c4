import type { Drawing } from '../drawing.ts';
import { DrawingError } from '../drawing-error.ts';
import type { FileKind } from '../files/file-kind.ts';
import { notReadableMessage } from '../files/not-readable-message.ts';
import { recogniseFile } from '../files/recognise-file.ts';
import type { ReadOptions } from '../svg/options.ts';
import { readSvg } from '../svg/read-svg.ts';
import { readGCode } from './gcode/read-gcode.ts';
import { readHpgl } from './hpgl/read-hpgl.ts';

/** Reads a file of one format. What is not drawn is in the notes; what is too much is refused with a `DrawingError`. */
export type Reader = (file: string | Uint8Array, options: ReadOptions) => Drawing;

/** The formats that can be plotted; all others are refused with a message. */
export const readers: Readonly<Partial<Record<FileKind, Reader>>> = {
  svg: readSvg,
  hpgl: readHpgl,
  'g-code': readGCode,
};

/** Reads a drawing of any format that can be plotted, whatever its name is. */
export function readDrawing(file: string | Uint8Array, options: ReadOptions = {}): Drawing {
  const recognised = recogniseFile(file);
  const read = readers[recognised.kind];
  if (read === undefined)
    throw new DrawingError(
      'drawing.not-svg',
      notReadableMessage(recognised) ?? 'This is not a drawing. Save it as an SVG.',
    );
  return read(file, options);
}
