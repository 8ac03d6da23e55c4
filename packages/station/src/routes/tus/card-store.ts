import type { Readable } from 'node:stream';
import { AppError } from '@stationery/core';
import { DataStore, Upload } from '@tus/server';
import type { ResumableUploads } from '../../card/upload/resumable-uploads.ts';
import type { StoredUpload } from '../../store/uploads-table.ts';

/** Adapts the card to the tus server. */
export class CardStore extends DataStore {
  readonly #uploads: ResumableUploads;

  constructor(uploads: ResumableUploads) {
    super();
    this.#uploads = uploads;
    // Expiration is handled here, because tus uses the system clock, which is wrong without internet.
    this.extensions = ['creation', 'creation-with-upload', 'termination'];
  }

  override async create(upload: Upload): Promise<Upload> {
    const metadata = upload.metadata ?? {};
    const { replace } = metadata;
    const created = await this.#uploads.create({
      filename: metadata.filename ?? metadata.name ?? noName(),
      mediaType: metadata.filetype ?? metadata.type ?? undefined,
      sizeBytes: upload.size ?? 0,
      metadata,
      replaces: typeof replace === 'string' ? fileId(replace) : undefined,
    });
    // The station chooses the id; tus uses it in the URL.
    return Object.assign(upload, asTus(created));
  }

  override async getUpload(id: string): Promise<Upload> {
    return asTus(await this.#uploads.get(id));
  }

  override async write(body: Readable, id: string, offset: number): Promise<number> {
    return (await this.#uploads.append(id, offset, body)).storedBytes;
  }

  override remove(id: string): Promise<void> {
    return this.#uploads.remove(id);
  }
}

function asTus({ id, sizeBytes, storedBytes, metadata }: StoredUpload): Upload {
  return new Upload({ id, size: sizeBytes, offset: storedBytes, metadata });
}

function fileId(text: string): number {
  if (/^[1-9]\d{0,15}$/.test(text)) return Number(text);
  throw new AppError('unknown-file', 'The metadata “replace” must be the id of a file on the card.');
}

function noName(): never {
  throw new AppError('invalid-name', 'A file needs a name: send the metadata “filename” in Upload-Metadata.');
}
