import { drawingFormats, type FormatNames } from '@stationery/contract/drawing-formats';
import { pictureFormats } from '@stationery/contract/picture-formats';
import { looksLikeDxf } from './dxf/looks-like-dxf.ts';
import { type FileStart, fileStart } from './file-start.ts';
import { looksLikeGCode } from './gcode/looks-like-gcode.ts';
import { looksLikeHpgl } from './hpgl/looks-like-hpgl.ts';
import { looksLikeScript } from './script.ts';
import { looksLikeHtml, looksLikeMarkup } from './svg/looks-like-svg.ts';

/** How to recognise and treat a format. The readers and writers are in `codecs`. */
interface FormatRow extends FormatNames {
  readonly looksLike: (start: FileStart) => boolean;
  /** Whether positions refer to a page or to the original machine. */
  readonly positions?: 'page' | 'machine';
  /** For formats without a reader: the advice that the user sees. */
  readonly advice?: string;
  readonly isPicture?: boolean;
  /** Where the picture can be drawn. `page`: only in a page, because a browser must decode it. */
  readonly isDrawn?: 'everywhere' | 'page';
  /** Whether `decompress` may find a drawing in it. */
  readonly isPacked?: boolean;
  /** A script of plotter commands, or text that may become one. */
  readonly isScript?: boolean;
}

const openAndSave = 'Open it in a drawing program, for example Inkscape, and save it as an SVG.';
const saveAsSvg = 'Save the drawing as an SVG.';

const unnamed: FormatNames = { title: '', endings: [], mediaTypes: ['application/octet-stream'] };

const notSvg = (kind: string, remedy: string) => `This is ${kind}, not an SVG. ${remedy}`;

function bySignature(title: string, pattern: RegExp, kind: string, remedy: string): FormatRow {
  return {
    ...unnamed,
    title,
    looksLike: ({ signature }) => pattern.test(signature),
    advice: notSvg(kind, remedy),
  };
}

function picture(title: string, pattern: RegExp): FormatRow {
  return { ...bySignature(title, pattern, `a ${title} image`, 'Save it as a PNG or JPEG.'), isPicture: true };
}

function drawnPicture(names: FormatNames, pattern: RegExp): FormatRow {
  const advice = notSvg(`a ${names.title} image`, 'A pen needs lines: draw it in a style first.');
  return { ...picture(names.title, pattern), ...names, advice, isDrawn: 'everywhere' };
}

/** All formats, in the order of recognition: the first match is the format of a file. */
export const formats = {
  png: drawnPicture(pictureFormats.png, /^\x89PNG/),
  jpeg: drawnPicture(pictureFormats.jpeg, /^\xff\xd8\xff/),
  gif: picture('GIF', /^GIF8[79]a/),
  webp: { ...picture('WebP', /^RIFF.{4}WEBP/s), isDrawn: 'page' },
  tiff: picture('TIFF', /^(II\*\0|MM\0\*)/),
  heic: picture('HEIC', /^.{4}ftyp(hei[cfmsx]|hev[cx]|mif1|msf1)/s),
  avif: picture('AVIF', /^.{4}ftypavi[fs]/s),
  // Matches the size of the file, four zero bytes, and the offset of the pixels, which is less than 64 KiB.
  bmp: picture('BMP', /^BM.{4}\0{4}.{2}\0\0/s),
  gzip: {
    ...bySignature(
      'gzip',
      /^\x1f\x8b/,
      'a compressed file',
      'Unpack it, or save the drawing as a plain SVG.',
    ),
    isPacked: true,
  },
  pdf: bySignature('PDF', /^(\xef\xbb\xbf)?%PDF-/, 'a PDF', openAndSave),
  postscript: bySignature(
    'PostScript',
    /^(%!PS|\xc5\xd0\xd3\xc6|\x04%!PS)/,
    'a PostScript file',
    openAndSave,
  ),
  dwg: bySignature(
    'DWG',
    /^AC10\d\d\0/,
    'a DWG drawing',
    'Export it as an SVG from the CAD program that made it.',
  ),
  zip: bySignature('ZIP', /^PK\x03\x04/, 'a ZIP archive', 'Unpack it first.'),
  dxf: { ...drawingFormats.dxf, looksLike: looksLikeDxf, positions: 'page' },
  binary: {
    ...unnamed,
    looksLike: ({ text }) => text === undefined,
    advice: notSvg('a file of an unknown kind', saveAsSvg),
  },
  empty: {
    ...unnamed,
    looksLike: ({ text }) => text === '',
    advice: 'The file is empty. Save the drawing again.',
    isScript: true,
  },
  html: {
    ...unnamed,
    title: 'HTML',
    looksLike: looksLikeHtml,
    advice: notSvg('a web page', 'Save the drawing in it as an SVG.'),
  },
  svg: { ...drawingFormats.svg, looksLike: looksLikeMarkup, positions: 'page' },
  hpgl: { ...drawingFormats.hpgl, looksLike: looksLikeHpgl, positions: 'machine' },
  'plotter-commands': {
    ...unnamed,
    looksLike: looksLikeScript,
    advice: notSvg(
      'a script of plotter commands',
      'Queue it as a job, with “stationery plot run” or on the page.',
    ),
    isScript: true,
  },
  'g-code': { ...drawingFormats['g-code'], looksLike: looksLikeGCode, positions: 'machine' },
  text: { ...unnamed, looksLike: () => true, advice: notSvg('a text file', saveAsSvg), isScript: true },
} satisfies Record<string, FormatRow>;

export type FormatName = keyof typeof formats;

export interface Format extends FormatRow {
  readonly id: FormatName;
  readonly isReadable: boolean;
}

const rows = Object.entries<FormatRow>(formats).map(
  ([id, row]): Format => ({ ...row, id: id as FormatName, isReadable: id in drawingFormats }),
);

/** Recognises a format by the first 4 KiB of the file, because names and media types are often wrong. */
export function recogniseFile(file: string | Uint8Array): Format {
  const start = fileStart(file);
  return rows.find(({ looksLike }) => looksLike(start)) as Format;
}
