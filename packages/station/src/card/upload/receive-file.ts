import { join } from 'node:path';
import { readJson } from '@stationery/http';
import type { StoredFile } from '../../store/files-table.ts';
import type { Card } from '../card.ts';
import { cardError } from '../card-folder.ts';
import type { checkFileName } from '../file-name.ts';
import { Base64Stream } from './base64/base64-stream.ts';
import { FileSink } from './file-sink.ts';
import type { SpaceReservation } from './reserved-space.ts';
import { reserveRoom, tooLarge, watchRoom } from './room.ts';
import { temporaryName } from './temporary-name.ts';
import { UploadDocument } from './upload-document.ts';
import { newFileTarget, replacementTarget, type UploadTarget } from './upload-target.ts';

export interface Upload {
  chunks: AsyncIterable<Buffer>;
  contentLength: number | undefined;
  limitBytes: number;
  replaces?: number | undefined;
  checkName?: typeof checkFileName;
}

/** Maximum size of the document around the content. */
const maxAsideBytes = 64 * 1024;

/** Receives an upload. The file has a hidden name until it is complete and synced. Any error removes it. */
export async function receiveFile(card: Card, upload: Upload): Promise<StoredFile> {
  const place =
    upload.replaces === undefined
      ? newFileTarget(card, upload.checkName)
      : await replacementTarget(card, upload.replaces);
  try {
    return await receiveAt(place, card, upload);
  } catch (error) {
    throw place.explain(error);
  }
}

async function receiveAt(place: UploadTarget, card: Card, upload: Upload): Promise<StoredFile> {
  const minBytes = minContentBytes(upload.contentLength);
  const { limitBytes, reservation } = await reserveRoom(card, minBytes, upload.limitBytes);
  const name = temporaryName();
  return card.uploading(name, async () => {
    let sink: FileSink | undefined;
    try {
      sink = await FileSink.create(join(card.folder.path, name));
      const fields = await writeContent(place, card, { ...upload, limitBytes }, sink, reservation);
      await sink.finish();
      return await place.settle(sink.path, fields);
    } catch (error) {
      await sink?.discard();
      throw cardError(error, card.folder.path);
    } finally {
      reservation.end();
    }
  });
}

async function writeContent(
  place: UploadTarget,
  card: Card,
  upload: Upload,
  sink: FileSink,
  reservation: SpaceReservation,
) {
  const content = new Base64Stream(sink);
  const document = new UploadDocument({ takeName: place.takeName, content });
  const afterChunk = watchRoom(card, { sink, reservation, limitBytes: upload.limitBytes });
  await readJson(upload.chunks, document, { maxAsideBytes, afterChunk });
  content.finish();
  if (sink.receivedBytes > upload.limitBytes) tooLarge(upload.limitBytes);
  return document.finish();
}

/**
 * Estimates the size of the content from below. Allows for other members and for escapes: “\\/” for every slash
 * makes random content 1.6 % longer. Content with many more slashes is smaller than the estimate, so content is
 * also measured as it arrives.
 */
function minContentBytes(contentLength: number | undefined): number {
  const escapes = 0.95;
  return Math.max(0, Math.floor(((contentLength ?? 0) - maxAsideBytes) * 0.75 * escapes));
}
