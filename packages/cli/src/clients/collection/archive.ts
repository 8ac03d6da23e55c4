import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import type { FileContent } from '@stationery/client/node';
import {
  type CollectedFile,
  damaged,
  largestManifestBytes,
  type Manifest,
  manifestName,
  readManifest,
} from './manifest.ts';
import { type TarPlace, tarPlaces } from './tar.ts';

export interface Archive {
  manifest: Manifest;
  content(file: CollectedFile): FileContent;
}

/** Opens a collection and compares every byte of it with its checksums. */
export async function openArchive(
  path: string,
  onProgress: (doneBytes: number, wholeBytes: number) => void,
): Promise<Archive> {
  const handle = await open(path, 'r');
  try {
    const places = await tarPlaces(handle);
    const place = places.get(manifestName);
    if (place === undefined || place.size > largestManifestBytes)
      return damaged('it has no list of contents');
    const manifest = readManifest((await readAt(handle, place)).toString('utf8'));
    const wholeBytes = manifest.files.reduce((sum, { size }) => sum + size, 0);
    let doneBytes = 0;
    for (const { entry, filename, size, sha256 } of manifest.files) {
      const at = places.get(entry);
      if (at === undefined || at.size !== size) return damaged(`“${filename}” is missing`);
      const hash = createHash('sha256');
      for await (const piece of pieces(path, at)) {
        hash.update(piece);
        doneBytes += piece.length;
        onProgress(doneBytes, wholeBytes);
      }
      if (hash.digest('hex') !== sha256) return damaged(`“${filename}” is not what was exported`);
    }
    return {
      manifest,
      content({ entry, filename, size, sha256 }) {
        const { offset } = places.get(entry) as TarPlace;
        const from = (start: number) => ({
          size: size - start,
          stream: () => pieces(path, { offset: offset + start, size: size - start }),
        });
        // The content itself says whether an interrupted upload can be continued.
        return {
          ...from(0),
          name: filename,
          lastModified: Number.parseInt(sha256.slice(0, 12), 16),
          slice: from,
        };
      },
    };
  } finally {
    await handle.close();
  }
}

async function readAt(handle: FileHandle, { offset, size }: TarPlace): Promise<Buffer> {
  const bytes = Buffer.alloc(size);
  await handle.read(bytes, 0, size, offset);
  return bytes;
}

async function* pieces(path: string, { offset, size }: TarPlace): AsyncGenerator<Buffer> {
  if (size === 0) return;
  const stream = createReadStream(path, { start: offset, end: offset + size - 1, highWaterMark: 256 * 1024 });
  for await (const piece of stream) yield piece as Buffer;
}
