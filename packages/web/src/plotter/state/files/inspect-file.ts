import { type FileKind, recognisedBytes, recogniseFile } from '@stationery/drawing';

/** What a file that was given to the page can be used for. */
export type InspectedFile =
  | { kind: 'drawing'; name: string; blob: Blob }
  | { kind: 'script'; name: string; blob: Blob; start: string }
  /** `format`: what it is, in a word; undefined if it is not even text. */
  | { kind: 'refused'; format: string | undefined; isImage: boolean };

const usable: readonly FileKind[] = [
  'svg',
  'gzip',
  'hpgl',
  'g-code',
  'plotter-commands',
  'text',
  'binary',
  'empty',
];

/**
 * Looks at the beginning of a file and not at its name alone: a name may be wrong. It imports nothing that the page has
 * loaded already: the bundler would take that out of the page's first file.
 */
export async function inspectFile(file: File): Promise<InspectedFile> {
  const bytes = new Uint8Array(await file.slice(0, recognisedBytes).arrayBuffer());
  const { kind, format } = recogniseFile(bytes);
  if (!usable.includes(kind)) return { kind: 'refused', format, isImage: kind === 'image' };
  const start = new TextDecoder().decode(bytes);
  const name = file.name.replace(/\.[^.]+$/, '');
  const isDrawing = kind === 'svg' || kind === 'hpgl' || kind === 'g-code';
  if (isDrawing || /\.svgz?$/i.test(file.name) || /<svg[\s>]/i.test(start)) {
    return { kind: 'drawing', name, blob: await copyOf(file) };
  }
  if (bytes.includes(0)) return { kind: 'refused', format: undefined, isImage: false };
  return { kind: 'script', name, blob: file, start };
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
