import { encodingByMark } from '../reading/text-encoding.ts';

/** Formats are recognised from this many bytes. */
export const recognisedBytes = 4096;

const maxLines = 60;
/** Longer than any command. */
const maxLineLength = 256;

/** The start of a file, in the forms used to recognise its format. */
export interface FileStart {
  /** The first 24 bytes, as one character each. */
  readonly signature: string;
  /** Undefined for binary files. */
  readonly text: string | undefined;
  /** Lines, trimmed and cut to the maximum length. The last one may be incomplete. */
  readonly lines: readonly string[];
}

export function fileStart(file: string | Uint8Array): FileStart {
  const bytes =
    typeof file === 'string'
      ? new TextEncoder().encode(file.slice(0, recognisedBytes))
      : file.subarray(0, recognisedBytes);
  const encoding = encodingByMark(bytes);
  // Text has no zero bytes, except in encodings with two bytes per letter.
  const isText = encoding !== undefined || !bytes.includes(0);
  const text = isText ? new TextDecoder(encoding ?? 'utf-8').decode(bytes).trimStart() : undefined;
  return {
    signature: String.fromCharCode(...bytes.subarray(0, 24)),
    text,
    lines: (text ?? '').split(/\r\n?|\n/, maxLines).map((line) => line.slice(0, maxLineLength).trim()),
  };
}

/** Whether at least 80 % of the lines match. Ignores empty lines and the last line, which may be incomplete. */
export function majorityMatches(lines: readonly string[], pattern: RegExp): boolean {
  const written = (lines.length > 1 ? lines.slice(0, -1) : lines).filter((line) => line !== '');
  const matches = written.filter((line) => pattern.test(line)).length;
  return matches > 0 && matches >= 0.8 * written.length;
}
