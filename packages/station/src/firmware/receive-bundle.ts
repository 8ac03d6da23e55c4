import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '@stationery/core';
import type { Step } from '@stationery/core/durable';
import { type Acceptance, type AcceptedManifest, acceptBundle } from './accept-bundle.ts';
import { readHeader, truncatedBundle } from './bundle/bundle-header.ts';
import { ByteSource } from './bundle/byte-source.ts';
import type { Payload } from './bundle/manifest.ts';
import type { Installer, StagedBundle } from './installer.ts';

const spareBytes = 8 * 1024 * 1024;
/** What a small file or a folder takes on the disk at least. */
const clusterBytes = 4096;

export interface ReceiveParts {
  installer: Installer;
  rules: Acceptance;
  step: Step;
  /** Called when the head is right and before anything is written; throws where this is not the time for it. */
  onAccepted(accepted: AcceptedManifest): void;
}

/**
 * Streams a bundle to the disk. Its head is checked as soon as it is there, before a byte of the payload is
 * written; the payload is hashed as it comes.
 */
export async function receiveBundle(
  chunks: AsyncIterable<Buffer>,
  { installer, rules, step, onAccepted }: ReceiveParts,
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
    if ((await source.some(1)) !== undefined) {
      throw new AppError('firmware-rejected', 'The bundle has more content than its manifest says.');
    }
    if (hash.digest('hex') !== payload.sha256) {
      throw new AppError('firmware-rejected', 'The payload is not the one that the manifest describes.');
    }
    step('sync the payload');
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function requireRoom(payload: Payload, installer: Installer): Promise<void> {
  // For every file there may be a folder; the few that there may be more fit into what is spare.
  const unpacked = payload.kind === 'station' ? payload.unpackedBytes + 2 * payload.files * clusterBytes : 0;
  const needed = payload.sizeBytes + unpacked + spareBytes;
  const freeBytes = async () => {
    const { bavail, bsize } = await statfs(installer.incomingDir);
    return bavail * bsize;
  };
  if ((await freeBytes()) < needed) installer.makeRoom();
  const free = await freeBytes();
  if (free < needed) {
    throw new AppError(
      'firmware-rejected',
      `Not enough space: ${needed} bytes are needed and ${free} are free.`,
    );
  }
}
