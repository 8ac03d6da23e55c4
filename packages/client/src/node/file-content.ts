import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { SizedContent } from '../upload/content.ts';

export interface FileContent extends SizedContent {
  readonly name: string;
}

const pieceBytes = 256 * 1024;

/** A file on the disk as something to upload; read only while it is sent. */
export async function fileContent(path: string): Promise<FileContent> {
  const stats = await stat(path);
  if (!stats.isFile()) throw new TypeError(`“${path}” is not a file.`);
  return {
    name: basename(path),
    size: stats.size,
    stream: () => createReadStream(path, { highWaterMark: pieceBytes }),
  };
}
