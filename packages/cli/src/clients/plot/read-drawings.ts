import { Failure } from '../../terminal/exit-codes.ts';
import type { Streams } from '../../terminal/output.ts';
import { readBytes } from '../../terminal/read-input.ts';

/** Reads the files. Refuses files that are not drawings right away, before the slow planning. */
export async function readDrawings(streams: Streams, paths: readonly string[]): Promise<Uint8Array[]> {
  const { recogniseFile } = await import('./recognise-file.ts');
  const files: Uint8Array[] = [];
  for (const path of paths) {
    const file = await readBytes(streams, path);
    const { isReadable, isPacked, isDrawn, advice = '' } = recogniseFile(file);
    if (!isReadable && isPacked !== true && isDrawn !== 'everywhere')
      throw new Failure(paths.length === 1 ? advice : `${path}: ${advice}`);
    files.push(file);
  }
  return files;
}
