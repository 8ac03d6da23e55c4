import { explain } from '../../../service/index.ts';
import { plotterTexts } from '../../../texts/plotter.ts';
import { scrollTo, showToast } from '../../../ui/index.ts';
import { moveToLast } from '../drawing/last-drawing.ts';
import { cancelNextDrawing, placedDrawing, putOnBed } from '../drawing/placed-drawing.ts';
import { draftFromFile, removeDraft } from '../script/script-draft.ts';
import { inspectFile } from './inspect-file.ts';

const texts = plotterTexts.script;

/** Opens the first of the files that somebody chose or dropped on the page: a drawing or a script. */
export async function openFiles([file, ...others]: readonly File[]): Promise<void> {
  if (file === undefined) return;
  const opened = await inspectFile(file).catch(
    // A folder, or a file that was moved or deleted since it was chosen.
    (error: unknown) => ({ kind: 'refused', why: explain(error) }) as const,
  );
  if (opened.kind === 'refused') return refuse(opened.why);
  const before = placedDrawing.peek();
  if (opened.kind === 'script' && !opened.hasCommands && before !== undefined) {
    return refuse(texts.neither(file.name, before.name));
  }
  if (others.length > 0) showToast({ message: texts.oneOnly });
  if (opened.kind === 'drawing') {
    removeDraft();
    putOnBed({ name: opened.name, file: opened.blob });
    scrollTo('.bed');
    return;
  }
  cancelNextDrawing();
  moveToLast();
  await draftFromFile(opened.name, opened.blob);
  scrollTo('.script');
}

function refuse(message: string): void {
  showToast({ message, tone: 'danger', durationMs: 10_000 });
}
