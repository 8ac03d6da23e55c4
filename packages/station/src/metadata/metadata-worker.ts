import { parentPort } from 'node:worker_threads';
import { parseFromTokenizer, selectCover } from 'music-metadata';
import { BoundedFile } from './bounded-file.ts';
import { coverType, maxCoverBytes } from './cover-type.ts';
import { type MetadataTask, nothingKnown, type ReadMetadata } from './metadata-messages.ts';

/** Longer texts are cut. */
const maxCharacters = 200;
/** A week. */
const maxMs = 7 * 24 * 3600 * 1000;

/** Runs in a worker thread because file contents are untrusted. */
parentPort?.on('message', async (task: MetadataTask) => {
  const found = await read(task).catch(() => nothingKnown);
  await task.handle.close().catch(() => undefined);
  parentPort?.postMessage(found);
});

async function read({ handle, sizeBytes, mediaType, wantsCover }: MetadataTask): Promise<ReadMetadata> {
  const file = new BoundedFile(handle, {
    size: sizeBytes,
    ...(mediaType !== undefined && { mimeType: mediaType }),
  });
  const { common, format } = await parseFromTokenizer(file, { duration: false });
  const picture = selectCover(common.picture);
  const type = picture && coverType(picture.data);
  const hasCover = Boolean(type) && (picture?.data.length ?? 0) <= maxCoverBytes;
  const durationMs = Math.round((format.duration ?? 0) * 1000);
  return {
    title: words(common.title),
    artist: words(common.artist),
    album: words(common.album),
    durationMs: durationMs > 0 && durationMs < maxMs ? durationMs : null,
    hasCover,
    ...(wantsCover && hasCover && type && picture && { cover: { mediaType: type, bytes: picture.data } }),
  };
}

function words(text: string | undefined): string | null {
  const plain = (text ?? '')
    .slice(0, 4 * maxCharacters)
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
    .slice(0, maxCharacters)
    .trim();
  return plain === '' ? null : plain;
}
