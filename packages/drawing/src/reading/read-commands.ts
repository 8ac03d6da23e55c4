import type { Drawing } from '../drawing.ts';
import { Budget, defaultLimits } from './budget.ts';
import { Notes } from './notes.ts';
import { type ReadOptions, settingsFrom, toleranceFor } from './options.ts';
import { PenTrace } from './pen-trace.ts';
import { Progress } from './progress.ts';

/** Follows the commands in a text with a pen; `onRead` is to be told up to which character it has come. */
type FollowCommands = (text: string, trace: PenTrace, onRead: (at: number) => void) => void;

/**
 * Reads a file of machine commands. What a page may be enlarged to later is known when its size is: then it is read
 * once more, more finely, where it has curves.
 */
export function readCommands(text: string, options: ReadOptions, follow: FollowCommands): Drawing {
  const progress = new Progress(text.length, options.onProgress);
  const first = readOnce(text, options, follow, progress.characters);
  const { drawing, hasCurves } = first;
  const defaultMm = toleranceFor(options, undefined);
  const finerMm = toleranceFor(options, Math.max(drawing.widthMm, drawing.heightMm));
  const again = hasCurves && finerMm < defaultMm ? { ...options, toleranceMm: finerMm } : undefined;
  const result = again === undefined ? first : readOnce(text, again, follow, () => {});
  progress.end();
  options.onSpent?.(result.spent);
  return result.drawing;
}

function readOnce(text: string, options: ReadOptions, follow: FollowCommands, onRead: (at: number) => void) {
  const settings = settingsFrom(options, defaultLimits);
  const budget = new Budget(settings, text.length);
  const trace = new PenTrace(settings, new Notes(), budget);
  follow(text, trace, onRead);
  return { drawing: trace.drawing(), hasCurves: trace.hasCurves, spent: budget.spent };
}
