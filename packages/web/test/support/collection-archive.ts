import { tarEnd, tarHeader, tarPadding } from '@stationery/contract/archive';
import { testCollection } from '../../../fleet/test/support/collection.ts';

/** Returns an archive like the output of `stationery collection export`. */
export async function collectionArchive(contents: Record<string, string>): Promise<Buffer> {
  const { list, files } = testCollection(contents);
  const entries = (JSON.parse(list) as { files: { entry: string }[] }).files;
  const parts: Uint8Array[] = [];
  const add = (name: string, bytes: Uint8Array) =>
    parts.push(tarHeader(name, bytes.length), bytes, tarPadding(bytes.length));
  for (const [at, file] of files.entries()) {
    const pieces: Uint8Array[] = [];
    for await (const piece of file.pieces(0)) pieces.push(piece);
    add(entries[at]!.entry, Buffer.concat(pieces));
  }
  add('collection.json', Buffer.from(list));
  return Buffer.concat([...parts, tarEnd]);
}
