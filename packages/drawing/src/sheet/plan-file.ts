import type { Note } from '../drawing.ts';
import { recogniseFile } from '../formats/formats.ts';
import { checkOperations } from '../operations/check-operations.ts';
import { type PictureOptions, resolvePictureOptions } from '../options/picture-options.ts';
import { PlanOptionError } from '../options/plan-option-error.ts';
import { decodePicture, isDecodable } from '../pictures/decode/decode-picture.ts';
import { drawPicture } from '../pictures/draw-picture.ts';
import { pictureSvg } from '../pictures/picture-svg.ts';
import { type FilePlanOptions, forPlannedLayers, readingFor } from '../plan/file-layers.ts';
import { toleranceForPaper } from '../plan/paper-tolerance.ts';
import type { Plan } from '../plan/plan.ts';
import { type PlanBudget, planWithin } from '../plan/plan-drawing.ts';
import type { PlanOptions } from '../plan/plan-options.ts';
import { defaultLimits } from '../reading/budget.ts';
import { decompress } from '../reading/decompress.ts';
import { defaultToleranceMm, type ReadOptions } from '../reading/options.ts';
import { arrangementIn, enlargementIn } from './arrangement.ts';
import { combineDrawings } from './combine-drawings.ts';
import { type FileContent, readDrawings } from './read-drawings.ts';

export interface FilePlan {
  readonly plan: Plan;
  readonly notes: readonly Note[];
}

export type FilePlanBudget = Omit<PlanBudget, 'budgetMs'> & {
  /** Time to search for a better order. With 0, the first order is used. */
  readonly thinkMs?: number;
  readonly limits?: Pick<ReadOptions, 'maxPoints' | 'maxStrokes' | 'maxElements'>;
};

/** Plans one or several files on a sheet. Throws a `DrawingError` or a `PlanOptionError`. */
export async function planFile(
  file: FileContent | readonly FileContent[],
  options: FilePlanOptions = {},
  budget: FilePlanBudget = {},
): Promise<FilePlan> {
  const { toleranceMm = defaultToleranceMm, fill, picture, ...rest } = options;
  const { thinkMs = 0, limits, ...others } = budget;
  if (!(toleranceMm > 0 && Number.isFinite(toleranceMm)))
    throw new PlanOptionError(
      'toleranceMm',
      `A tolerance of ${toleranceMm} mm is not possible: use more than 0`,
    );
  const files = isSeveral(file) ? file : [file];
  const contents: FileContent[] = [];
  // Prepare one file at a time, because a large picture takes much memory.
  for (const each of files) contents.push(await prepareFile(each, picture));
  checkOperations(rest.operations ?? []);
  const arrangement = arrangementIn(rest);
  const reading = { ...limits, ...(fill === undefined ? {} : { fill }), ...readingFor(rest) };
  const read = (lineMm: number) =>
    combineDrawings(
      readDrawings(contents, { ...reading, toleranceMm: lineMm / enlargementIn(arrangement) }),
      arrangement,
      { ...defaultLimits, ...limits },
    );
  const first = read(toleranceMm);
  const atPlaces = arrangement.objects !== undefined && { fit: 'none' as const };
  const planOptions = forPlannedLayers({ ...atPlaces, ...rest }, first);
  const forPaperMm = toleranceForPaper(first, planOptions, toleranceMm);
  const drawing = forPaperMm < toleranceMm ? read(forPaperMm) : first;
  return {
    plan: await planWithin(drawing, planOptions, { ...others, budgetMs: thinkMs }),
    notes: notesWith(drawing.notes, rest.operations),
  };
}

const isSeveral = (file: FileContent | readonly FileContent[]): file is readonly FileContent[] =>
  Array.isArray(file);

/** Removes notes about fills that are not drawn if they are hatched. */
function notesWith(notes: readonly Note[], operations: PlanOptions['operations']): readonly Note[] {
  if (operations?.some(({ kind }) => kind === 'hatch') !== true) return notes;
  return notes.filter(({ code }) => code !== 'fill-not-drawn' && code !== 'fill-outlined');
}

/** Prepares a file for the readers: decompresses it, and converts a picture to an SVG of its drawing. */
async function prepareFile(file: FileContent, options?: Partial<PictureOptions>): Promise<FileContent> {
  const content = await decompress(file);
  if (typeof content === 'string') return content;
  const { id } = recogniseFile(content);
  if (!isDecodable(id)) return content;
  const whole = resolvePictureOptions(options);
  return pictureSvg(drawPicture(await decodePicture(content, id), whole), whole.penMm);
}
