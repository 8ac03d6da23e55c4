import { type FileKind, recognisedBytes, recogniseFile } from '@stationery/drawing';
import { plotterTexts } from '../../../texts/plotter.ts';
import { usageOf } from '../console/command-help.ts';

/** What a file that was given to the page can be used for. */
export type InspectedFile =
  | { kind: 'drawing'; name: string; blob: Blob }
  /** `hasCommands`: it starts with commands, and not only with text of any kind. */
  | { kind: 'script'; name: string; blob: Blob; hasCommands: boolean }
  | { kind: 'refused'; why: string };

const usable: readonly FileKind[] = ['svg', 'gzip', 'plotter-commands', 'text', 'binary', 'empty'];
const texts = plotterTexts.script;

/** Looks at the beginning of a file and not at its name alone: a name may be wrong. */
export async function inspectFile(file: File): Promise<InspectedFile> {
  const start = new Uint8Array(await file.slice(0, recognisedBytes).arrayBuffer());
  const { kind, format } = recogniseFile(start);
  if (!usable.includes(kind)) {
    const describe = kind === 'image' ? texts.otherImage : texts.otherFormat;
    return { kind: 'refused', why: describe(file.name, format) };
  }
  const text = new TextDecoder().decode(start);
  const name = file.name.replace(/\.[^.]+$/, '');
  if (/\.svgz?$/i.test(file.name) || /<svg[\s>]/i.test(text)) {
    return { kind: 'drawing', name, blob: await copyOf(file) };
  }
  if (start.includes(0)) return { kind: 'refused', why: texts.notText(file.name) };
  const hasCommands = text.split('\n').some((line) => usageOf(line) !== undefined);
  return { kind: 'script', name, blob: file, hasCommands };
}

/**
 * A file refers to the disk and can no longer be read once it is saved again there; a drawing is read again later.
 * A file that cannot be copied is refused with a message when it is read.
 */
async function copyOf(file: File): Promise<Blob> {
  try {
    return new Blob([await file.arrayBuffer()], { type: file.type });
  } catch {
    return file;
  }
}
