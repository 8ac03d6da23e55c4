import type { Drawing } from '../drawing.ts';
import { DrawingError } from '../drawing-error.ts';
import { readDrawing } from '../formats/codecs.ts';
import { defaultLimits } from '../reading/budget.ts';
import type { ReadOptions } from '../reading/options.ts';

export type FileContent = string | Uint8Array;

/** Limited, because work and memory grow with every file. */
export const maxDrawings = 20;

const limitNames = ['maxPoints', 'maxStrokes', 'maxElements', 'maxWork'] as const;

/** Reads drawings. Limits apply to all of them together. */
export function readDrawings(contents: readonly FileContent[], options: ReadOptions): Drawing[] {
  if (contents.length < 1 || contents.length > maxDrawings)
    throw new DrawingError(
      'drawing.too-large',
      `A sheet can have 1 to ${maxDrawings} drawings, not ${contents.length}. Use another sheet for the others.`,
    );
  const [only, ...others] = contents;
  if (others.length === 0) return [readDrawing(only!, options)];
  const { maxPoints, maxStrokes, maxElements, maxWork } = { ...defaultLimits, ...options };
  const left = { maxPoints, maxStrokes, maxElements, maxWork };
  return contents.map((content, at) =>
    named(at, () =>
      readDrawing(content, {
        ...options,
        ...left,
        onSpent(spent) {
          for (const limit of limitNames) left[limit] -= spent[limit];
        },
        onProgress: (part) => options.onProgress?.((at + part) / contents.length),
      }),
    ),
  );
}

/** Adds the number of the file to errors. */
function named(at: number, read: () => Drawing): Drawing {
  try {
    return read();
  } catch (error) {
    if (error instanceof DrawingError)
      throw new DrawingError(error.code, `Drawing ${at + 1}: ${error.message}`);
    throw error;
  }
}
