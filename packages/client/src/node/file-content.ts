import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { ResumableContent } from '../upload/content.ts';

export interface FileContent extends ResumableContent {
  readonly name: string;
}

const pieceBytes = 256 * 1024;

/** Returns a file on disk as content to upload. It is read only while it is sent. */
export async function fileContent(path: string): Promise<FileContent> {
  const stats = await stat(path);
  if (!stats.isFile()) throw new TypeError(`“${path}” is not a file.`);
  return {
    name: basename(path),
    size: stats.size,
    lastModified: stats.mtimeMs,
    stream: () => createReadStream(path, { highWaterMark: pieceBytes }),
    slice: (start) => ({
      size: stats.size - start,
      stream: () => createReadStream(path, { highWaterMark: pieceBytes, start }),
    }),
  };
}
