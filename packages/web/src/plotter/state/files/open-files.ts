import { explain } from '../../../service/index.ts';
import { plotterTexts } from '../../../texts/plotter.ts';
import { scrollTo, showToast } from '../../../ui/index.ts';
import { usageOf } from '../console/command-help.ts';
import { moveToLast } from '../drawing/last-drawing.ts';
import { cancelNextDrawing, placedDrawing, putOnBed } from '../drawing/placed-drawing.ts';
import { draftFromFile, removeDraft } from '../script/script-draft.ts';

const texts = plotterTexts.script;

/** Opens the first of the files that somebody chose or dropped on the page: a drawing or a script. */
export async function openFiles([file, ...others]: readonly File[]): Promise<void> {
  if (file === undefined) return;
  // Loaded with the first file: it knows many formats.
  const inspect = await import('./inspect-file.ts').catch(() => undefined);
  if (inspect === undefined) return refuse(plotterTexts.drawing.notLoaded);
  // A folder, or a file that was moved or deleted since it was chosen.
  const opened = await inspect.inspectFile(file).catch((error: unknown) => refuse(explain(error)));
  if (opened === undefined) return;
  if (opened.kind === 'refused') return refuse(whyRefused(file.name, opened));
  const before = placedDrawing.peek();
  if (opened.kind === 'script' && !hasCommands(opened.start) && before !== undefined) {
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

function whyRefused(
  name: string,
  { format, isImage }: { format: string | undefined; isImage: boolean },
): string {
  if (format === undefined) return texts.notText(name);
  return (isImage ? texts.otherImage : texts.otherFormat)(name, format);
}

/** It starts with commands, and not only with text of any kind. */
const hasCommands = (start: string) => start.split('\n').some((line) => usageOf(line) !== undefined);

function refuse(message: string): void {
  showToast({ message, tone: 'danger', durationMs: 10_000 });
}
