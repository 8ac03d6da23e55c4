import { DrawingError } from '../drawing-error.ts';

/** Limited, because a small file can expand to gigabytes. The same limit applies to uncompressed drawings. */
const maxBytes = 64 * 1024 * 1024;

/** Decompresses gzip files. Returns other files unchanged. */
export async function decompress(file: string | Uint8Array): Promise<string | Uint8Array> {
  if (typeof file === 'string' || file[0] !== 0x1f || file[1] !== 0x8b) return file;
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  try {
    const reader = new Blob([file.slice()]).stream().pipeThrough(new DecompressionStream('gzip')).getReader();
    for (let next = await reader.read(); !next.done && bytes <= maxBytes; next = await reader.read()) {
      bytes += next.value.length;
      pieces.push(next.value);
    }
    await reader.cancel();
  } catch {
    throw new DrawingError('drawing.not-readable', 'The compressed file is damaged. Save it again.');
  }
  if (bytes > maxBytes)
    throw new DrawingError(
      'drawing.too-large',
      `Decompressed, a drawing may have up to ${maxBytes} bytes. Simplify it or split it.`,
    );
  return new Uint8Array(await new Blob(pieces as Uint8Array<ArrayBuffer>[]).arrayBuffer());
}
