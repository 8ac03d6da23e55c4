import { DrawingError } from '../../drawing-error.ts';
import { decodeBytes, encodingByMark } from '../../reading/text-encoding.ts';

/** Decodes a file by its byte order mark, else by the encoding named in its first line, else as UTF-8. */
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
  // Some programs declare this but write UTF-8; that this line was readable proves it.
  return name !== undefined && /^(utf-?16|ucs-?[24]|utf-?32|iso-10646)/i.test(name) ? 'utf-8' : name;
}
