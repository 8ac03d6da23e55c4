import { tarEnd, tarHeader, tarPadding } from '@stationery/contract/archive';

export interface TarFile {
  path: string;
  content: Buffer;
  executable: boolean;
}

/** Writes a reproducible archive: the same files give the same bytes on every machine at any time. */
export function* writeTar(files: Iterable<TarFile>): Generator<Uint8Array, void, undefined> {
  for (const { path, content, executable } of files) {
    yield tarHeader(path, content.length, executable ? 0o755 : 0o644);
    yield content;
    yield tarPadding(content.length);
  }
  yield tarEnd;
}
