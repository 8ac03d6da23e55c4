import { DrawingError } from '../drawing-error.ts';
import { otherFormat } from './other-formats.ts';

/** The text of a file: by its byte order mark, by the encoding that its first line names, or else as UTF-8. */
export function decodeText(bytes: Uint8Array): string {
  if (bytes[0] === 0x1f && bytes[1] === 0x8b)
    throw new DrawingError(
      'drawing.not-svg',
      'The file is compressed, as “.svgz” files are. Unpack it, or save it as a plain SVG.',
    );
  const other = otherFormat(bytes);
  if (other !== undefined)
    throw new DrawingError(
      'drawing.not-svg',
      `This is a ${other}, not an SVG, whatever it is called. Save the drawing as an SVG.`,
    );
  const encoding = byMark(bytes) ?? declared(bytes) ?? 'utf-8';
  let decoder: InstanceType<typeof TextDecoder>;
  try {
    decoder = new TextDecoder(encoding);
  } catch {
    throw new DrawingError(
      'drawing.not-svg',
      `The file says that it is written in “${encoding}”, which is unknown.`,
    );
  }
  return decoder.decode(bytes);
}

function byMark(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  // Without a mark, a file begins with “<” all the same.
  if (bytes[0] === 0x3c && bytes[1] === 0) return 'utf-16le';
  if (bytes[0] === 0 && bytes[1] === 0x3c) return 'utf-16be';
  return undefined;
}

function declared(bytes: Uint8Array): string | undefined {
  const start = String.fromCharCode(...bytes.subarray(0, 200));
  const name = /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]{1,40})["']/.exec(start)?.[1];
  // Programs say so of what they then write in UTF-8: that this line could be read shows that it is not true.
  return name !== undefined && /^(utf-?16|ucs-?[24]|utf-?32|iso-10646)/i.test(name) ? 'utf-8' : name;
}
