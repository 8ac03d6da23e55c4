import type { FileKind } from './file-kind.ts';
import type { RecognisedFile } from './recognise-file.ts';

const openAndSave = 'Open it in a drawing program, for example Inkscape, and save it as an SVG.';

/** What a file is that can't be plotted, and what to do. `undefined` where there is a reader for it. */
export function notReadableMessage({ kind, format }: RecognisedFile): string | undefined {
  if (kind === 'svg' || kind === 'hpgl' || kind === 'g-code') return undefined;
  const { is, advice } = messages[kind];
  return kind === 'empty' ? `${is} ${advice}` : `This is ${is.replace('%', format)}, not an SVG. ${advice}`;
}

const messages: Readonly<
  Record<Exclude<FileKind, 'svg' | 'hpgl' | 'g-code'>, { is: string; advice: string }>
> = {
  gzip: { is: 'a compressed file', advice: 'Unpack it, or save the drawing as a plain SVG.' },
  'plotter-commands': {
    is: 'a script of plotter commands',
    advice: 'Queue it as a job, with “stationery plot run” or on the page.',
  },
  dxf: { is: 'a % drawing', advice: openAndSave },
  dwg: { is: 'a % drawing', advice: 'Export it as an SVG from the CAD program that made it.' },
  pdf: { is: 'a %', advice: openAndSave },
  postscript: { is: 'a % file', advice: openAndSave },
  image: {
    is: 'a % image',
    advice:
      'A pen needs lines: trace it in a drawing program (in Inkscape: Path > Trace Bitmap) and save it as an SVG.',
  },
  zip: { is: 'a % archive', advice: 'Unpack it first.' },
  html: { is: 'a web page', advice: 'Save the drawing in it as an SVG.' },
  text: { is: 'a text file', advice: 'Save the drawing as an SVG.' },
  binary: { is: 'a file of an unknown kind', advice: 'Save the drawing as an SVG.' },
  empty: { is: 'The file is empty.', advice: 'Save the drawing again.' },
};
