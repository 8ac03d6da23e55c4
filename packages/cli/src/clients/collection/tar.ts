import type { FileHandle } from 'node:fs/promises';
import { damaged } from '@stationery/station/collection';

const blockBytes = 512;
const maxEntries = 200_000;

export interface TarPlace {
  offset: number;
  size: number;
}

export function tarHeader(name: string, size: number): Buffer {
  const header = Buffer.alloc(blockBytes);
  header.write(name, 0, 100);
  header.write('0000644\0', 100);
  header.write('0000000\0', 108);
  header.write('0000000\0', 116);
  header.write(`${size.toString(8).padStart(11, '0')}\0`, 124);
  header.write('00000000000\0', 136);
  header.write('        0', 148);
  header.write('ustar\x0000', 257);
  header.write(`${sumOf(header).toString(8).padStart(6, '0')}\0 `, 148);
  return header;
}

/** Fills the last block of an entry. */
export const tarPadding = (size: number) => Buffer.alloc((blockBytes - (size % blockBytes)) % blockBytes);
export const tarEnd = Buffer.alloc(2 * blockBytes);

/** Returns the position of each entry without reading contents. */
export async function tarPlaces(handle: FileHandle): Promise<Map<string, TarPlace>> {
  const { size: wholeBytes } = await handle.stat();
  const places = new Map<string, TarPlace>();
  const header = Buffer.alloc(blockBytes);
  for (let at = 0; places.size < maxEntries; ) {
    const { bytesRead } = await handle.read(header, 0, blockBytes, at);
    if (bytesRead < blockBytes) return damaged('it is incomplete');
    if (header.every((byte) => byte === 0)) return places;
    const sum = Number.parseInt(header.toString('latin1', 148, 156), 8);
    const name = header.toString('utf8', 0, 100).split('\0', 1)[0] ?? '';
    const size = Number.parseInt(header.toString('latin1', 124, 136), 8);
    const isFile = header[156] === 0x30 || header[156] === 0;
    header.fill(' ', 148, 156);
    if (sum !== sumOf(header) || !Number.isSafeInteger(size) || size < 0)
      return damaged('a header is unreadable');
    const offset = at + blockBytes;
    if (offset + size > wholeBytes) return damaged('it is incomplete');
    if (isFile) places.set(name, { offset, size });
    at = offset + size + tarPadding(size).length;
  }
  return damaged('it has too many entries');
}

function sumOf(header: Buffer): number {
  return header.reduce((sum, byte, at) => sum + (at >= 148 && at < 156 ? 0x20 : byte), 0);
}
