import { DrawingError } from '../../drawing-error.ts';
import { decodeBytes, encodingByMark } from '../../reading/text-encoding.ts';

/** The text of a file: by its byte order mark, by the encoding that its first line names, or else as UTF-8. */
export function decodeText(bytes: Uint8Array): string {
  const encoding = encodingByMark(bytes) ?? declared(bytes) ?? 'utf-8';
  try {
    return decodeBytes(bytes, encoding);
  } catch {
    throw new DrawingError(
      'drawing.not-readable',
      `The file says that it is written in “${encoding}”, which is unknown. Save it as UTF-8.`,
    );
  }
}

function declared(bytes: Uint8Array): string | undefined {
  const start = String.fromCharCode(...bytes.subarray(0, 200));
  const name = /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]{1,40})["']/.exec(start)?.[1];
  // Programs say so of what they then write in UTF-8: that this line could be read shows that it is not true.
  return name !== undefined && /^(utf-?16|ucs-?[24]|utf-?32|iso-10646)/i.test(name) ? 'utf-8' : name;
}
