import { blockBytes } from './tar-reader.ts';

export interface TarFile {
  path: string;
  content: Buffer;
  executable: boolean;
}

/** Writes a tar for `readTar`. The same files give the same bytes on every machine at any time. */
export function* writeTar(files: Iterable<TarFile>): Generator<Buffer, void, undefined> {
  for (const { path, content, executable } of files) {
    yield header(path, content.length, executable);
    yield content;
    yield Buffer.alloc((blockBytes - (content.length % blockBytes)) % blockBytes);
  }
  yield Buffer.alloc(2 * blockBytes);
}

function header(path: string, sizeBytes: number, executable: boolean): Buffer {
  const block = Buffer.alloc(blockBytes);
  const { prefix, name } = splitPath(path);
  const octal = (value: number, digits: number) => value.toString(8).padStart(digits, '0');
  block.write(name, 0);
  block.write(octal(executable ? 0o755 : 0o644, 7), 100);
  block.write(octal(0, 7), 108);
  block.write(octal(0, 7), 116);
  block.write(octal(sizeBytes, 11), 124);
  block.write(octal(0, 11), 136);
  block.write('        ', 148);
  block.write('0', 156);
  block.write('ustar\0', 257);
  block.write('00', 263);
  block.write(prefix, 345);
  block.write(
    `${octal(
      block.reduce((sum, byte) => sum + byte, 0),
      6,
    )}\0 `,
    148,
  );
  return block;
}

/**
 * Splits a path for its two fields: the name has 100 bytes; leading folders go into a prefix of 155
 * bytes.
 */
function splitPath(path: string): { prefix: string; name: string } {
  if (Buffer.byteLength(path) <= 100) return { prefix: '', name: path };
  for (let at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1)) {
    const [prefix, name] = [path.slice(0, at), path.slice(at + 1)];
    if (Buffer.byteLength(name) <= 100 && Buffer.byteLength(prefix) <= 155) return { prefix, name };
  }
  throw new Error(`the path ${path} is too long for the archive`);
}
