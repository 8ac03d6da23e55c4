import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Step } from '@stationery/core/durable';
import { type Acceptance, type AcceptedManifest, acceptBundle } from './accept-bundle.ts';
import { readHeader, truncatedBundle } from './bundle/bundle-header.ts';
import { ByteSource } from './bundle/byte-source.ts';
import type { Payload } from './bundle/manifest.ts';
import { FirmwareRejected } from './firmware-rejected.ts';
import type { Installer, StagedBundle } from './installer.ts';

const spareBytes = 8 * 1024 * 1024;
/** Minimum size of a small file or folder on disk. */
const clusterBytes = 4096;

interface ReceiveOptions {
  installer: Installer;
  rules: Acceptance;
  step: Step;
  /** Called before anything is written. Throws if the update cannot run now. */
  onAccepted(accepted: AcceptedManifest): void;
}

/** Checks the header before writing any of the payload. */
export async function receiveBundle(
  chunks: AsyncIterable<Buffer>,
  { installer, rules, step, onAccepted }: ReceiveOptions,
): Promise<StagedBundle> {
  const source = new ByteSource(chunks);
  const accepted = acceptBundle(await readHeader(source), rules, installer.lowestVersion());
  onAccepted(accepted);
  const payload = accepted.manifest.payloads[0]!;
  await mkdir(installer.incomingDir, { recursive: true });
  await requireRoom(payload, installer);

  const file = join(installer.incomingDir, `incoming-${randomUUID()}`);
  const discard = () => rm(file, { force: true });
  try {
    step('make the incoming file');
    await writePayload(source, payload, file, step);
    return { ...accepted, payload, file, discard };
  } catch (error) {
    await discard();
    throw error;
  }
}

async function writePayload(source: ByteSource, payload: Payload, file: string, step: Step): Promise<void> {
  const hash = createHash('sha256');
  const handle = await open(file, 'wx', 0o600);
  try {
    let left = payload.sizeBytes;
    while (left > 0) {
      const part = await source.some(Math.min(left, 1024 * 1024));
      if (part === undefined) throw truncatedBundle();
      step('write the payload');
      hash.update(part);
      await handle.appendFile(part);
      left -= part.length;
    }
    if ((await source.some(1)) !== undefined) throw new FirmwareRejected({ code: 'bundle-too-long' });
    if (hash.digest('hex') !== payload.sha256) throw new FirmwareRejected({ code: 'payload-changed' });
    step('sync the payload');
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function requireRoom(payload: Payload, installer: Installer): Promise<void> {
  // Count one cluster per file and one per folder, with as many folders as files. The reserve is enough for a
  // few more.
  const unpacked = payload.unpackedBytes + 2 * payload.files * clusterBytes;
  const neededBytes = payload.sizeBytes + unpacked + spareBytes;
  const readFreeBytes = async () => {
    const { bavail, bsize } = await statfs(installer.incomingDir);
    return bavail * bsize;
  };
  if ((await readFreeBytes()) < neededBytes) installer.makeRoom();
  const freeBytes = await readFreeBytes();
  if (freeBytes < neededBytes) {
    throw new FirmwareRejected({ code: 'not-enough-space', neededBytes, freeBytes });
  }
}
