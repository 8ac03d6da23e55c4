import { type FileHandle, open, stat } from 'node:fs/promises';
import type { FileContent } from '@stationery/client/node';
import {
  ArchiveError,
  checkManifest,
  manifestName,
  manifestSumName,
  maxManifestBytes,
  type TarPlace,
  tarPlaces,
} from '@stationery/contract/archive';
import { sha256 } from '@stationery/core';
import {
  type CollectedFile,
  type ContentPlace,
  damaged,
  type Manifest,
  openFolder,
  piecesOf,
  readManifest,
  sha256At,
} from '@stationery/station/collection';

export interface Archive {
  manifest: Manifest;
  content(file: CollectedFile): FileContent;
}

/** Opens an archive or a folder and verifies all checksums. */
export async function openArchive(
  path: string,
  onProgress: (doneBytes: number, wholeBytes: number) => void,
): Promise<Archive> {
  const isFolder = (await stat(path)).isDirectory();
  const { text, place } = isFolder ? await openFolder(path) : await openTar(path);
  const manifest = readManifest(text);
  const wholeBytes = manifest.files.reduce((sum, { size }) => sum + size, 0);
  let doneBytes = 0;
  const onBytes = (bytes: number) => {
    doneBytes += bytes;
    onProgress(doneBytes, wholeBytes);
  };
  const places = new Map<string, ContentPlace>();
  for (const { entry, filename, size, sha256 } of manifest.files) {
    const at = await place(entry);
    if (at === undefined || at.size !== size) return damaged(`“${filename}” is missing`);
    if ((await sha256At(at, { onBytes })) !== sha256)
      return damaged(`“${filename}” differs from the exported file`);
    places.set(entry, at);
  }
  return {
    manifest,
    content({ entry, filename, size, sha256 }) {
      const at = places.get(entry) as ContentPlace;
      const from = (start: number) => ({
        size: size - start,
        stream: () => piecesOf({ ...at, offset: at.offset + start, size: size - start }),
      });
      // `lastModified` comes from the hash, so that an upload resumes only with the same content.
      return {
        ...from(0),
        name: filename,
        lastModified: Number.parseInt(sha256.slice(0, 12), 16),
        slice: from,
      };
    },
  };
}

async function openTar(path: string) {
  const handle = await open(path, 'r');
  try {
    const places = await tarPlaces(
      (offset, size) => readAt(handle, { offset, size }),
      (await handle.stat()).size,
    );
    const [manifest, sum] = [places.get(manifestName), places.get(manifestSumName)];
    if (manifest === undefined || manifest.size > maxManifestBytes)
      return damaged('it has no list of contents');
    const bytes = await readAt(handle, manifest);
    checkManifest(sha256(bytes), sum && (await readAt(handle, { ...sum, size: Math.min(sum.size, 1024) })));
    return {
      text: bytes.toString('utf8'),
      async place(entry: string) {
        const at = places.get(entry);
        return at && { path, ...at };
      },
    };
  } catch (error) {
    if (error instanceof ArchiveError) return damaged(error.message);
    throw error;
  } finally {
    await handle.close();
  }
}

async function readAt(handle: FileHandle, { offset, size }: TarPlace): Promise<Buffer> {
  const bytes = Buffer.alloc(size);
  const { bytesRead } = await handle.read(bytes, 0, size, offset);
  return bytes.subarray(0, bytesRead);
}
