import type { FileKind } from './file-kind.ts';
import { imageFormatOf } from './image-formats.ts';
import { textKindOf } from './text-formats.ts';

export interface RecognisedFile {
  readonly kind: FileKind;
  /** What people call the format, in every language: “PNG”, “G-code”. Empty for text, bytes and nothing. */
  readonly format: string;
}

/** How much is read: the beginning of a file is enough to recognise it. */
export const recognisedBytes = 4096;

/** Recognises a file by its beginning; what comes after the first 4 KiB makes no difference. */
export function recogniseFile(file: string | Uint8Array): RecognisedFile {
  const start =
    typeof file === 'string'
      ? new TextEncoder().encode(file.slice(0, recognisedBytes))
      : file.subarray(0, recognisedBytes);
  const kind = start.length === 0 ? 'empty' : (binaryKindOf(start) ?? textKindOf(start));
  return { kind, format: kind === 'image' ? (imageFormatOf(start) ?? '') : formats[kind] };
}

function binaryKindOf(start: Uint8Array): FileKind | undefined {
  if (imageFormatOf(start) !== undefined) return 'image';
  const text = String.fromCharCode(...start.subarray(0, 24));
  return signatures.find(([, pattern]) => pattern.test(text))?.[0];
}

const signatures: readonly (readonly [FileKind, RegExp])[] = [
  ['gzip', /^\x1f\x8b/],
  ['pdf', /^(\xef\xbb\xbf)?%PDF-/],
  ['postscript', /^(%!PS|\xc5\xd0\xd3\xc6|\x04%!PS)/],
  ['dxf', /^AutoCAD Binary DXF/],
  ['dwg', /^AC10\d\d\0/],
  ['zip', /^PK\x03\x04/],
];

const formats: Readonly<Record<Exclude<FileKind, 'image'>, string>> = {
  svg: 'SVG',
  gzip: 'gzip',
  'plotter-commands': '',
  'g-code': 'G-code',
  hpgl: 'HPGL',
  dxf: 'DXF',
  dwg: 'DWG',
  pdf: 'PDF',
  postscript: 'PostScript',
  zip: 'ZIP',
  html: 'HTML',
  text: '',
  binary: '',
  empty: '',
};
