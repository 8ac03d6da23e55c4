import { createReadStream } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { type Step, syncPathSync } from '@stationery/core/durable';
import { ByteSource } from '../bundle/byte-source.ts';
import type { StationPayload } from '../bundle/manifest.ts';
import { readTar, type TarEntry } from '../bundle/tar-reader.ts';
import { FirmwareRejected } from '../firmware-rejected.ts';

/** Folders are not counted in the manifest. A station has fewer of them than files, or a few around a small one. */
const mostFolders = ({ files }: StationPayload): number => files + 1000;

/**
 * Unpacks a payload into a folder that does not exist yet; everything is on the disk when this resolves. No
 * more comes out of it than the manifest says.
 */
export async function unpackStation(
  file: string,
  payload: StationPayload,
  into: string,
  step: Step,
): Promise<void> {
  const folders = new Set([into]);
  const files: string[] = [];
  let unpackedBytes = 0;

  const take = async (entry: TarEntry) => {
    const path = join(into, entry.path);
    for (
      let folder = entry.kind === 'folder' ? path : dirname(path);
      !folders.has(folder);
      folder = dirname(folder)
    )
      folders.add(folder);
    if (folders.size > mostFolders(payload)) {
      throw new FirmwareRejected({ code: 'archive-unusable', message: 'it holds too many folders' });
    }
    step(`unpack ${entry.path}`);
    if (entry.kind === 'folder') {
      await mkdir(path, { recursive: true });
      return;
    }
    unpackedBytes += entry.sizeBytes;
    files.push(path);
    if (unpackedBytes > payload.unpackedBytes || files.length > payload.files) throw differs();
    await mkdir(dirname(path), { recursive: true });
    const handle = await open(path, 'wx', entry.executable ? 0o755 : 0o644);
    try {
      for await (const part of entry.content) await handle.appendFile(part);
    } finally {
      await handle.close();
    }
  };

  await mkdir(into);
  await pipeline(createReadStream(file), createGunzip(), async (chunks: AsyncIterable<Buffer>) => {
    for await (const entry of readTar(new ByteSource(chunks))) await take(entry);
  });
  if (unpackedBytes !== payload.unpackedBytes || files.length !== payload.files) throw differs();
  // Last, and not file by file: by now the disk has most of it, and the rest goes there in few turns.
  step('sync the unpacked files');
  for (const path of [...files, ...folders]) syncPathSync(path);
}

function differs(): FirmwareRejected {
  return new FirmwareRejected({ code: 'archive-differs' });
}
