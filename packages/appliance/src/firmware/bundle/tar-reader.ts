import { ArchiveError, streamTar } from '@stationery/contract/archive';

export type TarEntry =
  | { kind: 'folder'; path: string }
  | {
      kind: 'file';
      path: string;
      sizeBytes: number;
      executable: boolean;
      content: AsyncIterable<Uint8Array>;
    };

export function isSafePath(path: string): boolean {
  return (
    path.length > 0 &&
    path.length <= 255 &&
    !/[\\\p{Cc}\ufffd]/u.test(path) &&
    path.split('/').every((part) => part !== '' && part !== '.' && part !== '..')
  );
}

/**
 * Yields the entries of a ustar archive. Accepts only files and folders inside the base folder, because links, devices
 * and other paths could escape from the slot. Read the content of an entry before requesting the next one.
 */
export async function* readTar(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<TarEntry, void, undefined> {
  const seen = new Set<string>();
  for await (const { path: named, type, size, mode, content } of streamTar(chunks)) {
    const path = type === '5' ? named.replace(/\/$/, '') : named;
    if (!isSafePath(path)) throw new ArchiveError(`the path “${printable(path)}” leads out of the slot`);
    if (seen.has(path)) throw new ArchiveError(`“${path}” is in it twice`);
    seen.add(path);
    if (type === '5') yield { kind: 'folder', path };
    else if (type === '0')
      yield { kind: 'file', path, sizeBytes: size, executable: (mode & 0o100) !== 0, content };
    else throw new ArchiveError(`“${path}” is neither a file nor a folder (${kinds[type] ?? 'unknown'})`);
  }
}

const kinds: Record<string, string> = {
  1: 'a hard link',
  2: 'a symbolic link',
  3: 'a device',
  4: 'a device',
  6: 'a pipe',
};

function printable(text: string): string {
  return text.replace(/[\p{Cc}]/gu, '?').slice(0, 100);
}
