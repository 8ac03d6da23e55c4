/** A ZIP archive without compression, because songs and pictures are already compressed. */
export class ZipArchive {
  readonly #parts: (Blob | Uint8Array<ArrayBuffer>)[] = [];
  readonly #directory: (Blob | Uint8Array<ArrayBuffer>)[] = [];
  #offset = 0;
  #directoryBytes = 0;
  #count = 0;

  async add(name: string, content: Blob): Promise<void> {
    const path = new TextEncoder().encode(name);
    const crc = await crc32(content);
    // Version 2.0, name in UTF-8, stored without compression, dated 1 January 1980.
    const about = [20, 0x0800, 0, 0, 0x21].flatMap((word) => bytesOf(word, 2));
    const facts = [crc, content.size, content.size].flatMap((word) => bytesOf(word, 4));
    const common = [...about, ...facts, ...bytesOf(path.length, 2), 0, 0];
    const header = new Uint8Array([...bytesOf(0x04034b50, 4), ...common, ...path]);
    const entry = new Uint8Array([
      ...bytesOf(0x02014b50, 4),
      ...bytesOf(20, 2),
      ...common,
      ...new Array<number>(10).fill(0),
      ...bytesOf(this.#offset, 4),
      ...path,
    ]);
    this.#parts.push(header, content);
    this.#directory.push(entry);
    this.#offset += header.length + content.size;
    this.#directoryBytes += entry.length;
    this.#count += 1;
  }

  finish(): Blob {
    const counts = [...bytesOf(this.#count, 2), ...bytesOf(this.#count, 2)];
    const end = [
      ...bytesOf(0x06054b50, 4),
      ...[0, 0, 0, 0],
      ...counts,
      ...bytesOf(this.#directoryBytes, 4),
      ...bytesOf(this.#offset, 4),
      ...[0, 0],
    ];
    return new Blob([...this.#parts, ...this.#directory, new Uint8Array(end)], { type: 'application/zip' });
  }
}

/** Little-endian. */
const bytesOf = (value: number, count: number) =>
  Array.from({ length: count }, (_, at) => Math.floor(value / 256 ** at) % 256);

const table = Uint32Array.from({ length: 256 }, (_, at) => {
  let value = at;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value;
});

/** Files are read in pieces of this size, so that the page stays responsive. */
const pieceBytes = 256 * 1024;

async function crc32(content: Blob): Promise<number> {
  let crc = 0xffffffff;
  for (let from = 0; from < content.size; from += pieceBytes) {
    const piece = new Uint8Array(await content.slice(from, from + pieceBytes).arrayBuffer());
    for (const byte of piece) crc = table[(crc ^ byte) & 255]! ^ (crc >>> 8);
  }
  return (crc ^ 0xffffffff) >>> 0;
}
