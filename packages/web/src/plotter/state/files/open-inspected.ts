import { explain } from '../../../service/index.ts';
import { plotterTexts } from '../../../texts/plotter.ts';
import { showToast } from '../../../ui/index.ts';
import { usageOf } from '../console/command-help.ts';
import { pictureDialog } from '../dialogs.ts';
import { drawingWithLayout, moveToLast } from '../drawing/last-drawing.ts';
import { cancelNextDrawing, type PlacedDrawing, placedDrawing, putOnBed } from '../drawing/placed-drawing.ts';
import { draftFromFile, removeDraft } from '../script/script-draft.ts';
import { showBed, showScript } from '../view.ts';
import { inspectFile } from './inspect-file.ts';
import { refuse } from './refuse.ts';

const texts = plotterTexts.script;

export async function openInspected([file, ...others]: readonly File[]): Promise<void> {
  if (file === undefined) return;
  // Fails for a folder, or a file that was moved after it was chosen.
  const opened = await inspectFile(file).catch((error: unknown) => refuse(explain(error)));
  if (opened === undefined) return;
  if (opened.kind === 'refused') return refuse(whyRefused(file.name, opened));
  if (opened.kind === 'picture') {
    if (others.length > 0) showToast({ message: texts.onePicture });
    pictureDialog.open({ name: opened.name, blob: opened.blob, isAdded: false });
    return;
  }
  const before = placedDrawing.peek();
  if (opened.kind === 'script' && !hasCommands(opened.start) && before !== undefined) {
    return refuse(texts.neither(file.name, before.name));
  }
  if (opened.kind === 'drawing') {
    const more = await drawingsIn(others);
    if (more === undefined) return;
    removeDraft();
    putOnBed({ ...sheetOf({ name: opened.name, file: opened.blob }, more), added: undefined });
    showBed();
    return;
  }
  if (others.length > 0) showToast({ message: texts.oneOnly });
  cancelNextDrawing();
  moveToLast();
  await draftFromFile(opened.name, opened.blob);
  showScript();
}

/** The user can restore the previous sheet. */
export async function addToSheet(files: readonly File[], { keepsPlaces = false } = {}): Promise<void> {
  const before = placedDrawing.peek();
  const [only] = files.length === 1 ? files : [];
  const opened = only && (await inspectFile(only).catch(() => undefined));
  if (opened?.kind === 'picture') {
    pictureDialog.open({ name: opened.name, blob: opened.blob, isAdded: true });
    return;
  }
  const more = await drawingsIn(files);
  if (before === undefined || more === undefined || more.length === 0) return;
  // Uses a new blob, because the stored layout of the old one belongs to the previous sheet.
  const { layout } = drawingWithLayout() ?? before;
  putOnBed({ ...sheetOf({ ...before, file: new Blob([before.file]), layout }, more), keepsPlaces });
}

const maxNameLength = 200;

function sheetOf(drawing: PlacedDrawing, added: readonly { name: string; blob: Blob }[]): PlacedDrawing {
  if (added.length === 0) return drawing;
  const names = [...(drawing.names ?? [drawing.name]), ...added.map(({ name }) => name)];
  return {
    ...drawing,
    name: names.join(', ').slice(0, maxNameLength),
    names,
    added: added.length,
    more: [...(drawing.more ?? []), ...added.map(({ blob }) => blob)],
  };
}

/** If a file is not a drawing, shows a message and returns undefined. */
async function drawingsIn(files: readonly File[]): Promise<{ name: string; blob: Blob }[] | undefined> {
  const drawings: { name: string; blob: Blob }[] = [];
  for (const file of files) {
    const opened = await inspectFile(file).catch((error: unknown) => refuse(explain(error)));
    if (opened === undefined) return undefined;
    if (opened.kind !== 'drawing') {
      refuse(opened.kind === 'refused' ? whyRefused(file.name, opened) : texts.notDrawing(file.name));
      return undefined;
    }
    drawings.push(opened);
  }
  return drawings;
}

function whyRefused(
  name: string,
  { format, isImage }: { format: string | undefined; isImage: boolean },
): string {
  if (format === undefined) return texts.notText(name);
  return (isImage ? texts.otherImage : texts.otherFormat)(name, format);
}

const hasCommands = (start: string) => start.split('\n').some((line) => usageOf(line) !== undefined);
