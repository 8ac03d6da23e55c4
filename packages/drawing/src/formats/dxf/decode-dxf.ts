import { DrawingError } from '../../drawing-error.ts';
import { decodeBytes, encodingByMark } from '../../reading/text-encoding.ts';
import { binarySignature } from './looks-like-dxf.ts';

/** The header is near the start of the file. */
const headerBytes = 64 * 1024;

/** Encodings of code pages in `$DWGCODEPAGE` that are not named `windows-` and the number. */
const codePages: Readonly<Record<string, string>> = {
  932: 'shift_jis',
  936: 'gbk',
  949: 'euc-kr',
  950: 'big5',
};

/**
 * Returns the file as ASCII DXF. Files since version 2007 are in UTF-8; older files use the code page in their
 * header.
 */
export function decodeDxf(file: string | Uint8Array): string {
  if (typeof file === 'string') return file;
  const isBinary = latin1(file, 0, binarySignature.length) === binarySignature;
  const bytes = isBinary ? asciiOf(file) : file;
  const encoding = encodingByMark(bytes);
  if (encoding !== undefined) return new TextDecoder(encoding).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return inCodePage(bytes);
  }
}

function inCodePage(bytes: Uint8Array): string {
  const header = latin1(bytes, 0, headerBytes);
  const page = /\$DWGCODEPAGE\s{1,8}3\s{1,8}ANSI_(\d{3,4})\b/i.exec(header)?.[1] ?? '1252';
  try {
    return decodeBytes(bytes, codePages[page] ?? `windows-${page}`);
  } catch {
    return decodeBytes(bytes, 'windows-1252');
  }
}

function latin1(bytes: Uint8Array, from: number, to: number): string {
  return Array.from(bytes.subarray(from, to), (byte) => String.fromCharCode(byte)).join('');
}

type Value = 'text' | 'double' | 'int16' | 'int32' | 'int64' | 'byte' | 'chunk';

/** The last group code of each range, and the type of its values in a binary DXF. */
const types: readonly (readonly [last: number, Value])[] = [
  [9, 'text'],
  [59, 'double'],
  [79, 'int16'],
  [99, 'int32'],
  [109, 'text'],
  [149, 'double'],
  [169, 'int64'],
  [179, 'int16'],
  [239, 'double'],
  [289, 'int16'],
  [299, 'byte'],
  [309, 'text'],
  [319, 'chunk'],
  [369, 'text'],
  [389, 'int16'],
  [399, 'text'],
  [409, 'int16'],
  [419, 'text'],
  [429, 'int32'],
  [439, 'text'],
  [459, 'int32'],
  [469, 'double'],
  [1003, 'text'],
  [1004, 'chunk'],
  [1009, 'text'],
  [1059, 'double'],
  [1070, 'int16'],
  [1071, 'int32'],
];

/** Converts a binary DXF to lines of text in the file's encoding. */
function asciiOf(file: Uint8Array): Uint8Array {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  // The signature ends with a substitute character and a zero. The first group code is 0: one byte in R12, two later.
  let at = binarySignature.length + 4;
  const isWide = file[at + 1] === 0;
  const lines: (string | Uint8Array)[] = [];
  const encoder = new TextEncoder();
  try {
    while (at < file.length) {
      let code = isWide ? view.getInt16(at, true) : view.getUint8(at);
      at += isWide ? 2 : 1;
      if (!isWide && code === 255) {
        code = view.getInt16(at, true);
        at += 2;
      }
      const type = types.find(([last]) => code <= last)?.[1];
      if (type === undefined || code < 0) break;
      let value: string | Uint8Array = '';
      if (type === 'text') {
        const end = file.indexOf(0, at);
        if (end < 0) break;
        value = file.subarray(at, end);
        at = end + 1;
      } else if (type === 'chunk') at += 1 + view.getUint8(at);
      else {
        value = String(readNumber(view, at, type));
        at += { double: 8, int64: 8, int32: 4, int16: 2, byte: 1 }[type];
      }
      lines.push(`${code}\n`, value, '\n');
      if (code === 0 && value.length === 3 && latin1(value as Uint8Array, 0, 3) === 'EOF') break;
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new DrawingError('drawing.not-readable', 'The binary DXF ends too early. Save it again.');
  }
  const pieces = lines.map((line) => (typeof line === 'string' ? encoder.encode(line) : line));
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let length = 0;
  for (const piece of pieces) {
    whole.set(piece, length);
    length += piece.length;
  }
  return whole;
}

function readNumber(view: DataView, at: number, type: Exclude<Value, 'text' | 'chunk'>): number | bigint {
  if (type === 'double') return view.getFloat64(at, true);
  if (type === 'int64') return view.getBigInt64(at, true);
  if (type === 'int32') return view.getInt32(at, true);
  return type === 'int16' ? view.getInt16(at, true) : view.getUint8(at);
}
