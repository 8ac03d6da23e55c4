import { writeFile } from 'node:fs/promises';
import type { StationClient } from '@stationery/client';
import type { TagDetails } from '@stationery/client/tags';
import { defineCommand } from '../../command-line/command.ts';
import { UsageError } from '../../terminal/exit-codes.ts';
import { plain } from '../../terminal/words.ts';
import { oneOf } from '../player/setting-words.ts';
import { connectTags, findTag } from './find-tag.ts';
import { type JpegPicture, labelsPdf, readJpeg } from './labels-pdf.ts';

const sizes = ['square', 'card', 'round'] as const;
/** Larger pictures are left out. */
const maxPictureBytes = 8 * 1024 * 1024;

export const labels = defineCommand({
  summary: 'Write labels for tags, to print or to plot',
  arguments: '[tag…]',
  completes: ['tag'],
  about:
    'A PDF has the titles and the JPEG pictures of the tags on sheets of A4, in exact size: print it at 100 %. An SVG has outlines and titles as single lines, for a plotter; further sheets get names such as labels-2.svg. Without tags, all that have a name.',
  service: 'station',
  options: {
    output: {
      placeholder: '<file>',
      help: 'A file name that ends in .pdf or .svg; default: labels.pdf',
      completes: 'file',
    },
    size: {
      placeholder: '<size>',
      help: 'square: 40 mm; card: 85.6 × 54 mm; round: 25 mm',
      completes: sizes,
    },
  },
  examples: ['stationery tags labels', 'stationery tags labels lion 2 --size round --output labels.svg'],
  async run(context) {
    const { args, options, out, signal } = context;
    const output = options.output ?? 'labels.pdf';
    const kind = oneOf('--size', options.size, sizes) ?? 'square';
    const ending = /\.(pdf|svg)$/i.exec(output)?.[1]?.toLowerCase();
    if (ending === undefined) throw new UsageError(`--output must end in .pdf or .svg, not “${output}”`);
    const known = await (await connectTags(context)).list({ signal });
    const chosen =
      args.length > 0 ? args.map((word) => findTag(known, word)) : known.filter(({ name }) => name !== null);
    if (chosen.length === 0) throw new UsageError('no tag has a name; “stationery tags name” gives one');
    const parts = await import('../plot/drawing-parts.ts');
    for (const { id, name } of chosen) {
      const missing = parts.missingCharacters(name ?? '').join(' ');
      if (missing !== '')
        throw new UsageError(
          `the built-in font has no ${missing} for tag ${id}; “Print labels” on the page prints all scripts`,
        );
    }
    const pictures =
      ending === 'pdf'
        ? await readPictures(await context.station(), chosen, signal)
        : new Map<number, JpegPicture>();
    const all = chosen.map(({ name, serial }, at) => ({
      title: name ?? serial,
      hasPicture: pictures.has(at),
    }));
    const sheets = parts.labelSheets(all, kind);
    const files =
      ending === 'pdf'
        ? [{ path: output, content: labelsPdf(sheets, parts.labelPaper, pictures) }]
        : sheets.map((sheet, at) => ({
            path: at === 0 ? output : output.replace(/(\.\w+)$/, `-${at + 1}$1`),
            content: parts.labelSheetSvg(sheet),
          }));
    for (const { path, content } of files) await writeFile(path, content);
    out.result({ files: files.map(({ path }) => path), labels: all.length }, () => {
      for (const { path } of files) out.line(plain(path));
    });
  },
});

/** Returns JPEG pictures of the tags, by their index. */
async function readPictures(
  station: StationClient,
  tags: readonly TagDetails[],
  signal: AbortSignal,
): Promise<Map<number, JpegPicture>> {
  const { files } = await station.card({ signal });
  const read = new Map<string, JpegPicture | undefined>();
  const found = new Map<number, JpegPicture>();
  for (const [at, { picture }] of tags.entries()) {
    const file = files.find(({ filename }) => filename === picture);
    if (file === undefined || file.size > maxPictureBytes) continue;
    if (!read.has(file.filename)) {
      const content = await station.content(file.id, { signal });
      read.set(file.filename, readJpeg(new Uint8Array(await content.arrayBuffer())));
    }
    const jpeg = read.get(file.filename);
    if (jpeg !== undefined) found.set(at, jpeg);
  }
  return found;
}
