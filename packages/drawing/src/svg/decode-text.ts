import { DrawingError } from '../drawing-error.ts';

/** The text of a file: by its byte order mark, by the encoding that its first line names, or else as UTF-8. */
export function decodeText(bytes: Uint8Array): string {
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
  return undefined;
}

function declared(bytes: Uint8Array): string | undefined {
  const start = String.fromCharCode(...bytes.subarray(0, 200));
  return /^(?:\u00ef\u00bb\u00bf)?<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]{1,40})["']/.exec(start)?.[1];
}
