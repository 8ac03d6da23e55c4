import { createHash } from 'node:crypto';
import { archiveEnd, tarHeader, tarPadding } from '@stationery/contract/archive';
import { AppError, sha256 } from '@stationery/core';
import type { Card } from '../card/card.ts';
import type { StationPlayer } from '../player/station-player.ts';
import type { StoredFile } from '../store/files-table.ts';
import type { TagRegistry } from '../tags/tag-registry.ts';
import { type CollectedFile, makeManifest } from './manifest.ts';

export interface SaveDeps {
  card: Card;
  tags: Pick<TagRegistry, 'detailsAfter'>;
  player: Pick<StationPlayer, 'settings'>;
  nickname: () => string;
}

interface SavedCollection {
  sizeBytes: number;
  pieces(): AsyncGenerator<Uint8Array, void, undefined>;
}

/** Higher than the number of tags that a card can store, so this is no limit in practice. */
const maxTags = 2 ** 31;

/** Placeholder as long as a real checksum, so that the size of the archive is known before the files are read. */
const noSum = '0'.repeat(64);

/** Returns the archive of a backup. Its files are read while it is sent. */
export async function saveCollection({ card, tags, player, nickname }: SaveDeps): Promise<SavedCollection> {
  const stored = (await card.list()).blocks.flat();
  const files = stored.map(describe);
  const manifest = makeManifest({
    nickname: nickname(),
    files,
    tags: tags.detailsAfter(0, maxTags),
    player: player.settings,
  });
  const end = () => {
    const bytes = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`);
    return archiveEnd(bytes, sha256(bytes));
  };
  const lengthOf = (parts: readonly Uint8Array[]) => parts.reduce((sum, { length }) => sum + length, 0);
  const head = ({ entry, size }: CollectedFile) => tarHeader(entry, size);
  const sizeBytes = files.reduce(
    (sum, file) => sum + head(file).length + file.size + tarPadding(file.size).length,
    lengthOf(end()),
  );
  return {
    sizeBytes,
    async *pieces() {
      for (const [at, file] of files.entries()) {
        yield head(file);
        const hash = createHash('sha256');
        for await (const piece of contentOf(card, stored[at] as StoredFile)) {
          hash.update(piece);
          yield piece;
        }
        yield tarPadding(file.size);
        file.sha256 = hash.digest('hex');
      }
      yield* end();
    },
  };
}

function describe({ name, sizeBytes, mediaType }: StoredFile, at: number): CollectedFile {
  const entry = `files/${String(at + 1).padStart(6, '0')}`;
  return { entry, filename: name, size: sizeBytes, sha256: noSum, mediaType };
}

async function* contentOf(card: Card, listed: StoredFile): AsyncGenerator<Uint8Array> {
  const { file, handle } = await card.openContent(listed.id);
  try {
    if (file.sizeBytes !== listed.sizeBytes || file.modifiedNs !== listed.modifiedNs)
      throw new AppError('file-changed', `“${file.name}” was changed while everything was saved. Try again.`);
    if (file.sizeBytes === 0) return;
    const range = { start: 0, end: file.sizeBytes - 1, highWaterMark: 256 * 1024, autoClose: false };
    for await (const piece of handle.createReadStream(range)) yield piece as Buffer;
  } finally {
    await handle.close();
  }
}
