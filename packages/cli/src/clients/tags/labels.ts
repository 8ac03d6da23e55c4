import { writeFile } from 'node:fs/promises';
import { ServiceError } from '@stationery/client';
import { createStationMetadata } from '@stationery/client/metadata';
import type { TagDetails } from '@stationery/client/tags';
import { type CommandContext, defineCommand } from '../../command-line/command.ts';
import { stationOptions } from '../../connection/connect.ts';
import { UsageError } from '../../terminal/exit-codes.ts';
import { plain } from '../../terminal/words.ts';
import { filesInFolder } from '../files/find-files.ts';
import { oneOf } from '../player/setting-words.ts';
import { connectTags, findTag } from './find-tag.ts';
import { type JpegPicture, labelsPdf, readJpeg } from './labels-pdf.ts';
import { readTitles } from './titles.ts';

const sizes = ['square', 'card', 'round'] as const;
/** Larger pictures are left out. */
const maxPictureBytes = 8 * 1024 * 1024;

export const labels = defineCommand({
  summary: 'Write labels for tags, to print or to plot',
  arguments: '[tag…]',
  completes: ['tag'],
  about:
    'A PDF has the titles and the JPEG pictures or covers of the tags on sheets of A4, in exact size: print it at 100 %. An SVG has outlines and titles as single lines, for a plotter; further sheets get names such as labels-2.svg. Without tags, labels all tags that have a name.',
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
    const titleOf = await readTitles(context, chosen);
    const titles = chosen.map((tag) => titleOf(tag) ?? tag.serial);
    const parts = await import('../plot/drawing-parts.ts');
    for (const [at, { id }] of chosen.entries()) {
      const missing = parts.missingCharacters(titles[at]!).join(' ');
      if (missing !== '')
        throw new UsageError(
          `the built-in font has no ${missing} for tag ${id}; “Print labels” on the page prints all scripts`,
        );
    }
    const pictures = ending === 'pdf' ? await readPictures(context, chosen) : new Map<number, JpegPicture>();
    const all = titles.map((title, at) => ({ title, hasPicture: pictures.has(at) }));
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

/** Returns the pictures by index of their tag. Tags without a picture get the cover of their file. */
async function readPictures(
  context: CommandContext,
  tags: readonly TagDetails[],
): Promise<Map<number, JpegPicture>> {
  const { signal } = context;
  const station = await context.station();
  const metadata = createStationMetadata(await stationOptions(context.sources('client'), signal));
  const [{ files }, known] = await Promise.all([station.card({ signal }), station.tags({ signal })]);
  const idOf = new Map(files.map(({ filename, id }) => [filename, id]));
  const playedBy = new Map(known.map(({ id, filename }) => [id, filename]));
  const read = new Map<string, Promise<JpegPicture | undefined>>();
  const once = (key: string, ask: () => Promise<Response>) => {
    const reading = read.get(key) ?? ask().then(jpegOf, withoutCover);
    read.set(key, reading);
    return reading;
  };
  const found = new Map<number, JpegPicture>();
  for (const [at, { id, picture, meaning }] of tags.entries()) {
    const inAlbum = meaning?.kind === 'album' ? filesInFolder(files, meaning.folder) : [];
    const ofAlbum = inAlbum.find(({ filename }) => /\.jpe?g$/i.test(filename));
    const own = picture === null ? ofAlbum?.id : idOf.get(picture);
    const played = idOf.get(playedBy.get(id) ?? '');
    const jpeg =
      own !== undefined
        ? await once(`picture ${own}`, () => station.content(own, { signal }))
        : played && (await once(`cover ${played}`, () => metadata.cover(played, { signal })));
    if (jpeg) found.set(at, jpeg);
  }
  return found;
}

async function jpegOf(answer: Response): Promise<JpegPicture | undefined> {
  if (Number(answer.headers.get('content-length')) <= maxPictureBytes)
    return readJpeg(new Uint8Array(await answer.arrayBuffer()));
  await answer.body?.cancel();
  return undefined;
}

function withoutCover(error: unknown): undefined {
  if (!(error instanceof ServiceError && error.code === 'no-cover')) throw error;
}
