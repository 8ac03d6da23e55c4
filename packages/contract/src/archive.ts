// The tar archive of a collection or a backup. Its last two files are the manifest and the checksum of the
// manifest.

const blockBytes = 512;
const maxEntries = 200_000;
/**
 * Archivers pad the last record with zeros, usually to 10 KiB. Reading more would only keep the station busy.
 */
const maxBytesAtEnd = 64 * 1024;

export const manifestName = 'collection.json';
export const manifestSumName = `${manifestName}.sha256`;
export const maxManifestBytes = 64 * 1024 * 1024;

export const archiveTypes = { station: 'stationery-collection', plotter: 'stationery-plotter' } as const;

/** An archive cannot be read. The message completes “It is damaged: …”. */
export class ArchiveError extends Error {
  override readonly name = 'ArchiveError';
}

export interface TarPlace {
  offset: number;
  size: number;
}

const ascii = (text: string) => new TextEncoder().encode(text);
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

export function tarHeader(path: string, size: number, mode = 0o644): Uint8Array {
  const { prefix, name } = splitPath(path);
  const header = new Uint8Array(blockBytes);
  const octal = (value: number, digits: number) => ascii(value.toString(8).padStart(digits, '0'));
  header.set(ascii(name), 0);
  header.set(octal(mode, 7), 100);
  header.set(octal(0, 7), 108);
  header.set(octal(0, 7), 116);
  header.set(octal(size, 11), 124);
  header.set(octal(0, 11), 136);
  header.set(ascii('0'), 156);
  header.set(ascii('ustar\x0000'), 257);
  header.set(ascii(prefix), 345);
  header.set(ascii(`${sumOf(header).toString(8).padStart(6, '0')}\0 `), 148);
  return header;
}

/** A tar header has 100 bytes for the name; leading folders go into its prefix of 155 bytes. */
function splitPath(path: string): { prefix: string; name: string } {
  if (ascii(path).length <= 100) return { prefix: '', name: path };
  for (let at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1)) {
    const [prefix, name] = [path.slice(0, at), path.slice(at + 1)];
    if (ascii(name).length <= 100 && ascii(prefix).length <= 155) return { prefix, name };
  }
  throw new Error(`the path ${path} is too long for the archive`);
}

export const tarPadding = (size: number): Uint8Array =>
  new Uint8Array((blockBytes - (size % blockBytes)) % blockBytes);

export const tarEnd = new Uint8Array(2 * blockBytes);

/** Returns the manifest, its checksum and the end mark. */
export function archiveEnd(manifest: Uint8Array, sha256: string): Uint8Array[] {
  const sum = ascii(`${sha256}  ${manifestName}\n`);
  return [
    ...[tarHeader(manifestName, manifest.length), manifest, tarPadding(manifest.length)],
    ...[tarHeader(manifestSumName, sum.length), sum, tarPadding(sum.length), tarEnd],
  ];
}

/** Throws if the checksum differs. Archives of earlier versions have none. */
export function checkManifest(sha256: string, sumFile: Uint8Array | undefined): void {
  if (sumFile !== undefined && new TextDecoder().decode(sumFile.subarray(0, sha256.length)) !== sha256)
    throw new ArchiveError('its list of contents does not match its checksum');
}

interface TarHeader {
  path: string;
  size: number;
  mode: number;
  /** `0` for a file, `5` for a folder. */
  type: string;
}

/** Returns undefined for the block of zeros that ends the archive. */
function readHeader(block: Uint8Array): TarHeader | undefined {
  if (block.length < blockBytes) throw new ArchiveError('it is incomplete');
  if (block.every((byte) => byte === 0)) return undefined;
  const field = (from: number, length: number) =>
    decoder.decode(block.subarray(from, from + length)).split('\0', 1)[0] ?? '';
  const number = (from: number, length: number) => {
    const digits = field(from, length).trim();
    if (!/^[0-7]+$/.test(digits)) throw new ArchiveError('a number in it cannot be read');
    return Number.parseInt(digits, 8);
  };
  if (field(257, 5) !== 'ustar' || number(148, 8) !== sumOf(block))
    throw new ArchiveError('it is not a tar archive, or a header is damaged');
  const [prefix, name] = [field(345, 155), field(0, 100)];
  return {
    path: prefix === '' ? name : `${prefix}/${name}`,
    size: number(124, 12),
    mode: number(100, 8),
    type: field(156, 1) || '0',
  };
}

function sumOf(header: Uint8Array): number {
  return header.reduce((sum, byte, at) => sum + (at >= 148 && at < 156 ? 0x20 : byte), 0);
}

export async function tarPlaces(
  read: (offset: number, length: number) => Promise<Uint8Array>,
  wholeBytes: number,
): Promise<Map<string, TarPlace>> {
  const places = new Map<string, TarPlace>();
  for (let at = 0; places.size < maxEntries; ) {
    const header = readHeader(await read(at, blockBytes));
    if (header === undefined) return places;
    const { path, size, type } = header;
    const offset = at + blockBytes;
    if (offset + size > wholeBytes) throw new ArchiveError('it is incomplete');
    if (type === '0') places.set(path, { offset, size });
    at = offset + size + tarPadding(size).length;
  }
  throw new ArchiveError('it has too many entries');
}

export interface StreamedEntry extends TarHeader {
  /**
   * The content, which must be read before the next entry is requested. Requesting it skips the unread rest.
   */
  content: AsyncGenerator<Uint8Array, void, undefined>;
}

/** Yields the entries of a tar archive. Does not use a chunk after it has requested the next. */
export async function* streamTar(
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<StreamedEntry, void, undefined> {
  const source = chunks[Symbol.asyncIterator]();
  let rest = new Uint8Array();
  const some = async (most: number): Promise<Uint8Array> => {
    while (rest.length === 0) {
      const next = await source.next();
      if (next.done) throw new ArchiveError('it is incomplete');
      rest = next.value as Uint8Array<ArrayBuffer>;
    }
    const taken = rest.subarray(0, most);
    rest = rest.subarray(taken.length);
    return taken;
  };
  const block = async () => {
    const bytes = new Uint8Array(blockBytes);
    for (let at = 0; at < blockBytes; ) {
      const part = await some(blockBytes - at);
      bytes.set(part, at);
      at += part.length;
    }
    return bytes;
  };
  try {
    for (let count = 0; count < maxEntries; count++) {
      const header = readHeader(await block());
      if (header === undefined) {
        for (let bytes = rest.length; bytes <= maxBytesAtEnd && rest.every((byte) => byte === 0); ) {
          const next = await source.next();
          if (next.done) return;
          rest = next.value as Uint8Array<ArrayBuffer>;
          bytes += rest.length;
        }
        throw new ArchiveError('there is something after its end');
      }
      const { size } = header;
      let left = size;
      async function* content() {
        while (left > 0) {
          const part = await some(left);
          left -= part.length;
          yield part;
        }
      }
      yield { ...header, content: content() };
      for (left += tarPadding(size).length; left > 0; ) left -= (await some(left)).length;
    }
    throw new ArchiveError('it has too many entries');
  } finally {
    await source.return?.();
  }
}
