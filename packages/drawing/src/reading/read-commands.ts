import type { Drawing } from '../drawing.ts';
import { Budget } from './budget.ts';
import { Notes } from './notes.ts';
import { type ReadOptions, settingsFrom, toleranceFor } from './options.ts';
import { PenTrace } from './pen-trace.ts';
import { Progress } from './progress.ts';

/** Follows the commands in a text. Calls `onRead` with the current position in it. */
type FollowCommands = (text: string, trace: PenTrace, onRead: (at: number) => void) => void;

/**
 * Reads machine commands. The tolerance depends on the drawing's size, which is known only after reading, so a
 * file with curves may be read a second time, more finely.
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
  const settings = settingsFrom(options);
  const budget = new Budget(settings, text.length);
  const trace = new PenTrace(settings, new Notes(), budget);
  follow(text, trace, onRead);
  return { drawing: trace.drawing(), hasCurves: trace.hasCurves, spent: budget.spent };
}
