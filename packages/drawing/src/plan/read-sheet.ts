import type { Drawing } from '../drawing.ts';
import { DrawingError } from '../drawing-error.ts';
import { readDrawing } from '../formats/read-drawing.ts';
import type { Operation } from '../operations/operation.ts';
import type { ReadOptions } from '../svg/options.ts';
import { arrangementIn, combineDrawings } from './combine-drawings.ts';

export type FileContent = string | Uint8Array;

/** More than anybody lays on one sheet; work and memory grow with every file. */
export const mostDrawings = 20;

/** Reads the drawings of one sheet; their limits count for all of them together. */
export function readSheet(
  contents: readonly FileContent[],
  options: ReadOptions,
  operations?: readonly Operation[],
): Drawing {
  const [first, ...others] = contents;
  if (first === undefined || contents.length > mostDrawings)
    throw new DrawingError(
      'drawing.too-large',
      `A sheet can have 1 to ${mostDrawings} drawings, not ${contents.length}. Use another sheet for the others.`,
    );
  if (others.length === 0) return readDrawing(first, options);
  const left = { maxPoints: options.maxPoints, maxStrokes: options.maxStrokes };
  const read = (content: FileContent, at: number): Drawing => {
    const drawing = named(at, () =>
      readDrawing(content, {
        ...options,
        ...(left.maxPoints !== undefined && { maxPoints: left.maxPoints }),
        ...(left.maxStrokes !== undefined && { maxStrokes: left.maxStrokes }),
        onProgress: (part) => options.onProgress?.((at + part) / contents.length),
      }),
    );
    if (left.maxStrokes !== undefined) left.maxStrokes -= drawing.strokes.length;
    if (left.maxPoints !== undefined)
      left.maxPoints -= drawing.strokes.reduce((sum, { points }) => sum + points.length / 2, 0);
    return drawing;
  };
  return combineDrawings(
    [read(first, 0), ...others.map((content, at) => read(content, at + 1))],
    arrangementIn(operations),
  );
}

/** Says which of the files is refused. */
function named(at: number, read: () => Drawing): Drawing {
  try {
    return read();
  } catch (error) {
    if (error instanceof DrawingError)
      throw new DrawingError(error.code, `Drawing ${at + 1}: ${error.message}`);
    throw error;
  }
}
