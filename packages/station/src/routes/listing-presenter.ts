import { createHash } from 'node:crypto';
import type { Listing } from '../card/card.ts';

interface Presented {
  body: Buffer;
  etag: string;
}

/**
 * Writes the listing as the interface has it. A card with ten thousand files makes a megabyte of JSON, so it
 * is written once and sent again for as long as nothing changes.
 */
export function listingPresenter(self: string): (listing: Listing) => Presented {
  let last: { listing: Listing; presented: Presented } | undefined;
  let lists: { of: Listing['files']; files: string; included: string; digest: string } | undefined;

  return (listing) => {
    const { files, sizeBytes, freeBytes } = listing;
    if (
      last?.listing.files === files &&
      last.listing.freeBytes === freeBytes &&
      last.listing.sizeBytes === sizeBytes
    ) {
      return last.presented;
    }
    if (lists?.of !== files) lists = { of: files, ...writeLists(files) };
    const body = `{"links":{"self":${JSON.stringify(self)}},"data":{"id":"sdcard","type":"sdcard","size":"${sizeBytes}","free":"${freeBytes}","files":${lists.files}},"included":${lists.included}}`;
    const presented = { body: Buffer.from(body), etag: `"${lists.digest}-${sizeBytes}-${freeBytes}"` };
    last = { listing, presented };
    return presented;
  };
}

function writeLists(files: Listing['files']): { files: string; included: string; digest: string } {
  const included = JSON.stringify(
    files.map(({ id, name, sizeBytes }) => ({
      id,
      type: 'file',
      attributes: { filename: name, size: String(sizeBytes) },
    })),
  );
  return {
    files: JSON.stringify(files.map(({ id }) => ({ id, type: 'file' }))),
    included,
    digest: createHash('sha256').update(included).digest('base64url').slice(0, 22),
  };
}
