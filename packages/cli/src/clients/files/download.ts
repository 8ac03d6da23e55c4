import { createWriteStream, renameSync, statSync, truncateSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type CardFile, ConnectionError, type StationClient } from '@stationery/client';
import { messageOf, systemErrorCode } from '@stationery/core/errors';
import { Failure } from '../../terminal/exit-codes.ts';

/**
 * The temporary name has the file's id and size: a recreated file has a new id, so an existing
 * temporary file is the beginning of this very file.
 */
export async function download(
  station: StationClient,
  file: CardFile,
  path: string,
  signal: AbortSignal,
  onProgress: (bytes: number) => void,
): Promise<void> {
  const part = join(dirname(path), `.${basename(path)}.${file.id}-${file.size}.part`);
  let first = statSync(part, { throwIfNoEntry: false })?.size ?? 0;
  if (first > file.size) {
    truncateSync(part);
    first = 0;
  }
  if (first < file.size || first === 0) {
    const answer = await station.content(file.id, { signal, ...(first > 0 ? { range: { first } } : {}) });
    if (answer.status !== 206) first = 0;
    await save(answer, part, first, signal, onProgress);
  }
  const size = statSync(part).size;
  if (size !== file.size)
    throw new Failure(`only ${size} of ${file.size} bytes of “${file.filename}” were received`);
  renameSync(part, path);
}

async function save(
  answer: Response,
  part: string,
  first: number,
  signal: AbortSignal,
  onProgress: (bytes: number) => void,
): Promise<void> {
  let bytes = first;
  const counted = async function* (pieces: AsyncIterable<Uint8Array>) {
    for await (const piece of pieces) {
      bytes += piece.length;
      onProgress(bytes);
      yield piece;
    }
  };
  onProgress(bytes);
  const body = Readable.fromWeb(answer.body as never);
  const target = createWriteStream(part, { flags: first > 0 ? 'a' : 'w' });
  try {
    await pipeline(body, counted, target, { signal });
  } catch (error) {
    if (signal.aborted) throw error;
    const code = systemErrorCode(error);
    if (code?.startsWith('E') && !code.startsWith('ERR_')) throw error;
    throw new ConnectionError(
      answer.url,
      `${messageOf(error)}. Run the same command again to continue`,
      error,
    );
  }
}
