import { type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { archiveEnd, manifestName, tarHeader, tarPadding } from '@stationery/contract/archive';
import { messageOf, sha256, syncFolder, systemErrorCode } from '@stationery/core';
import { Failure, UsageError } from '../../terminal/exit-codes.ts';

/** Writes under a temporary name. The target gets its final name only when it is complete. */
export interface ExportTarget {
  add(entry: string, size: number, content: AsyncIterable<Uint8Array>): Promise<void>;
  /** Adds the manifest last, because it has the checksums; a collection without a manifest is incomplete. */
  finish(manifest: Buffer): Promise<void>;
  discard(): Promise<void>;
}

function cannotWrite(path: string, error: unknown): never {
  throw new Failure(`can’t write “${path}”: ${messageOf(error)}`);
}

export async function tarTarget(path: string): Promise<ExportTarget> {
  const half = `${path}.part`;
  const handle = await open(half, 'w').catch((error: unknown) => cannotWrite(path, error));
  return {
    async add(entry, size, content) {
      await handle.writeFile(tarHeader(entry, size));
      await write(handle, content);
      await handle.writeFile(tarPadding(size));
    },
    async finish(text) {
      await write(handle, archiveEnd(text, sha256(text)));
      await handle.sync();
      await handle.close();
      await rename(half, path);
    },
    async discard() {
      await handle.close().catch(() => undefined);
      await rm(half, { force: true });
    },
  };
}

export async function folderTarget(path: string): Promise<ExportTarget> {
  const half = `${path}.part`;
  await mkdir(half).catch((error: unknown) => {
    if (systemErrorCode(error) !== 'EEXIST') cannotWrite(path, error);
    throw new UsageError(`“${half}” is left from an interrupted export. Remove it first`);
  });
  await mkdir(join(half, 'files'));
  const add = async (entry: string, content: AsyncIterable<Uint8Array> | Uint8Array[]) => {
    const handle = await open(join(half, entry), 'wx');
    try {
      await write(handle, content);
      await handle.sync();
    } finally {
      await handle.close();
    }
  };
  return {
    add: (entry, _size, content) => add(entry, content),
    async finish(text) {
      await syncFolder(join(half, 'files'));
      await add(manifestName, [text]);
      await syncFolder(half);
      await rename(half, path);
    },
    discard: () => rm(half, { recursive: true, force: true }),
  };
}

async function write(
  handle: FileHandle,
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<void> {
  for await (const piece of content) await handle.writeFile(piece);
}
