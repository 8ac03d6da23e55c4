import { FirmwareRejected } from '../firmware-rejected.ts';
import type { ByteSource } from './byte-source.ts';

const blockBytes = 512;
/** Archivers pad the last record with zeros, usually to 10 KiB. More would only keep the station busy. */
const maxZerosAtEnd = 64 * 1024;

export type TarEntry =
  | { kind: 'folder'; path: string }
  | { kind: 'file'; path: string; sizeBytes: number; executable: boolean; content: AsyncIterable<Buffer> };

export function isSafePath(path: string): boolean {
  return (
    path.length > 0 &&
    path.length <= 255 &&
    !/[\\\p{Cc}\ufffd]/u.test(path) &&
    path.split('/').every((part) => part !== '' && part !== '.' && part !== '..')
  );
}

/**
 * Accepts only files and folders (ustar) inside the base folder, because links, devices and other paths
 * could escape from the slot. Read the content of an entry before requesting the next one.
 */
export async function* readTar(source: ByteSource): AsyncGenerator<TarEntry, void, undefined> {
  const seen = new Set<string>();
  for (;;) {
    const header = await source.upTo(blockBytes);
    if (header.length < blockBytes) throw refused('it is incomplete');
    if (header.every((byte) => byte === 0)) break;
    const { path, type, sizeBytes, mode } = readHeader(header);
    if (!isSafePath(path)) throw refused(`the path “${printable(path)}” leads out of the slot`);
    if (seen.has(path)) throw refused(`“${path}” is in it twice`);
    seen.add(path);
    if (type === '5') {
      yield { kind: 'folder', path };
      continue;
    }
    if (type !== '0') throw refused(`“${path}” is neither a file nor a folder (${kinds[type] ?? 'unknown'})`);
    let left = sizeBytes;
    async function* content() {
      while (left > 0) {
        const part = await source.some(left);
        if (part === undefined) throw refused('it is incomplete');
        left -= part.length;
        yield part;
      }
    }
    yield { kind: 'file', path, sizeBytes, executable: (mode & 0o100) !== 0, content: content() };
    if (left > 0) throw new Error(`the content of ${path} was not read`);
    await source.upTo((blockBytes - (sizeBytes % blockBytes)) % blockBytes);
  }
  // Two empty blocks end an archive; only zeros may follow.
  const end = await source.upTo(maxZerosAtEnd);
  if (end.some((byte) => byte !== 0) || (await source.some(1)) !== undefined) {
    throw refused('there is something after its end');
  }
}

const kinds: Record<string, string> = {
  1: 'a hard link',
  2: 'a symbolic link',
  3: 'a device',
  4: 'a device',
  6: 'a pipe',
};

function readHeader(block: Buffer) {
  const field = (from: number, length: number) =>
    block.toString('utf8', from, from + length).replace(/\0.*$/s, '');
  const number = (from: number, length: number) => {
    const text = field(from, length).trim();
    if (!/^[0-7]+$/.test(text)) throw refused('a number in it cannot be read');
    return Number.parseInt(text, 8);
  };
  const sum = block.reduce((total, byte, at) => total + (at >= 148 && at < 156 ? 32 : byte), 0);
  if (field(257, 5) !== 'ustar' || number(148, 8) !== sum)
    throw refused('it is not a tar archive, or damaged');
  const [prefix, name] = [field(345, 155), field(0, 100)];
  const type = field(156, 1) || '0';
  const path = prefix === '' ? name : `${prefix}/${name}`;
  return {
    path: type === '5' ? path.replace(/\/$/, '') : path,
    type,
    sizeBytes: number(124, 12),
    mode: number(100, 8),
  };
}

function printable(text: string): string {
  return text.replace(/[\p{Cc}]/gu, '?').slice(0, 100);
}

function refused(message: string): FirmwareRejected {
  return new FirmwareRejected({ code: 'archive-unusable', message });
}
