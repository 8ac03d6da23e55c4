import { createReadStream } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { ArchiveError } from '@stationery/contract/archive';
import { type Step, syncPathSync } from '@stationery/core/durable';
import type { Payload } from '../bundle/manifest.ts';
import { readTar, type TarEntry } from '../bundle/tar-reader.ts';
import { FirmwareRejected } from '../firmware-rejected.ts';

/** Allows for some folders, which the manifest does not count. */
const maxFolders = ({ files }: Payload): number => files + 1000;

/** Unpacks the station, but never writes more than the manifest allows. The files are durable when it resolves. */
export async function unpackStation(file: string, payload: Payload, into: string, step: Step): Promise<void> {
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
    if (folders.size > maxFolders(payload)) throw new ArchiveError('it holds too many folders');
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
  const chunks = createGunzip();
  // A read error destroys `chunks`, so the loop below throws it.
  pipeline(createReadStream(file), chunks, () => undefined);
  try {
    for await (const entry of readTar(chunks)) await take(entry);
  } catch (error) {
    if (!(error instanceof ArchiveError)) throw error;
    throw new FirmwareRejected({ code: 'archive-unusable', message: error.message });
  }
  if (unpackedBytes !== payload.unpackedBytes || files.length !== payload.files) throw differs();
  // Sync at the end and not after each file, because by then most data is already on disk.
  step('sync the unpacked files');
  for (const path of [...files, ...folders]) syncPathSync(path);
}

function differs(): FirmwareRejected {
  return new FirmwareRejected({ code: 'archive-differs' });
}
