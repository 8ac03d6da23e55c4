import { Failure } from '../../terminal/exit-codes.ts';
import type { Streams } from '../../terminal/output.ts';
import { readBytes } from '../../terminal/read-input.ts';

/** The files of one sheet. Those that are no drawings are refused before anything is planned. */
export async function readDrawings(streams: Streams, paths: readonly string[]): Promise<Uint8Array[]> {
  const { notReadableMessage, recogniseFile } = await import('./recognise-file.ts');
  const files: Uint8Array[] = [];
  for (const path of paths) {
    const file = await readBytes(streams, path);
    const recognised = recogniseFile(file);
    const other = recognised.kind === 'gzip' ? undefined : notReadableMessage(recognised);
    if (other !== undefined) throw new Failure(paths.length === 1 ? other : `${path}: ${other}`);
    files.push(file);
  }
  return files;
}
