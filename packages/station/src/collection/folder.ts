import { lstat, open } from 'node:fs/promises';
import { join } from 'node:path';
import { sha256, systemErrorCode } from '@stationery/core';
import { contentFlags } from '../card/card-folder.ts';
import { damaged } from './collection-error.ts';
import type { ContentPlace } from './content.ts';
import { largestManifestBytes } from './manifest.ts';
import { manifestName } from './manifest-name.ts';

export interface FolderOfCollection {
  /** The manifest text, not validated yet. */
  text: string;
  /** Hash of the manifest, identifying the collection. */
  identity: string;
  /** Undefined if the file does not exist. Does not follow links. */
  place(entry: string): Promise<ContentPlace | undefined>;
}

export async function openFolder(path: string): Promise<FolderOfCollection> {
  const bytes = await readManifestFile(join(path, manifestName));
  return {
    text: bytes.toString('utf8'),
    identity: sha256(bytes),
    async place(entry) {
      // A link in place of the folder could point anywhere.
      if (!(await lstat(join(path, 'files')).catch(unlessMissing))?.isDirectory()) return undefined;
      const stats = await lstat(join(path, entry)).catch(unlessMissing);
      if (!stats?.isFile()) return undefined;
      return { path: join(path, entry), offset: 0, size: stats.size, flags: contentFlags };
    },
  };
}

async function readManifestFile(path: string): Promise<Buffer> {
  const handle = await open(path, contentFlags);
  try {
    const stats = await handle.stat();
    if (!stats.isFile()) return damaged('it has no list of contents');
    if (stats.size > largestManifestBytes) return damaged('its list of contents is too large');
    const bytes = Buffer.alloc(stats.size);
    const { bytesRead } = await handle.read(bytes, 0, bytes.length, 0);
    return bytes.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

function unlessMissing(error: unknown): undefined {
  if (!['ENOENT', 'ENOTDIR'].includes(systemErrorCode(error) ?? '')) throw error;
  return undefined;
}
