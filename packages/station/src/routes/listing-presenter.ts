import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Listing } from '../card/card.ts';
import type { FileBlock } from '../card/file-blocks.ts';
import type { StoredFile } from '../store/files-table.ts';

interface PresentedListing {
  /** The pieces of the document, to be concatenated. */
  pieces: readonly Buffer[];
  readonly sizeBytes: number;
  readonly etag: string;
}

/** JSON of a block for its two places in the document, with a comma before each file. */
interface WrittenBlock {
  files: Buffer;
  included: Buffer;
  digest: Buffer;
}

/** Number of blocks serialised before yielding to the event loop. */
const blocksATurn = 4;
/** Number of bytes copied before yielding to the event loop. Smaller documents are joined at once. */
const copiedATurn = 2 * 1024 * 1024;

/**
 * Returns a function that presents the listing. Caches the JSON of each block until one of its files changes,
 * because a hundred thousand files make 12 MB of JSON.
 */
export function listingPresenter(
  self: string,
  isListed: (file: StoredFile) => boolean,
): (listing: Listing) => Promise<PresentedListing> {
  const written = new WeakMap<FileBlock, WrittenBlock>();
  let last: { listing: Listing; presented: PresentedListing } | undefined;

  return async (listing) => {
    const { blocks, sizeBytes, freeBytes } = listing;
    if (
      last?.listing.blocks === blocks &&
      last.listing.freeBytes === freeBytes &&
      last.listing.sizeBytes === sizeBytes
    ) {
      // The document is unchanged and requested again. Join its pieces, because sending one piece takes half the work.
      const { presented } = last;
      if (presented.pieces.length > 1) presented.pieces = [await join(presented)];
      return presented;
    }
    let news = 0;
    const parts: WrittenBlock[] = [];
    for (const block of blocks) {
      let part = written.get(block);
      if (part === undefined) {
        if (++news % blocksATurn === 0) await nextTurn();
        part = writeBlock(block.filter(isListed));
        written.set(block, part);
      }
      if (part.files.length > 0) parts.push(part);
    }
    const head = `{"links":{"self":${JSON.stringify(self)}},"data":{"id":"sdcard","type":"sdcard","size":"${sizeBytes}","free":"${freeBytes}","files":[`;
    const pieces = [
      Buffer.from(head),
      ...joined(parts.map(({ files }) => files)),
      Buffer.from(']},"included":['),
      ...joined(parts.map(({ included }) => included)),
      Buffer.from(']}'),
    ];
    const bytes = pieces.reduce((sum, { length }) => sum + length, 0);
    const presented = {
      pieces: bytes <= copiedATurn ? [Buffer.concat(pieces)] : pieces,
      sizeBytes: bytes,
      etag: `"${digestOf(parts)}-${sizeBytes}-${freeBytes}"`,
    };
    last = { listing, presented };
    return presented;
  };
}

function writeBlock(block: FileBlock): WrittenBlock {
  const files = block.map(({ id }) => `,{"id":${id},"type":"file"}`).join('');
  const included = Buffer.from(
    block
      .map(
        ({ id, name, sizeBytes }) =>
          `,{"id":${id},"type":"file","attributes":{"filename":${JSON.stringify(name)},"size":"${sizeBytes}"}}`,
      )
      .join(''),
  );
  const digest = createHash('sha256').update(included).digest();
  return { files: Buffer.from(files), included, digest };
}

function joined([first, ...rest]: Buffer[]): Buffer[] {
  return first === undefined ? [] : [first.subarray(1), ...rest];
}

async function join({ pieces, sizeBytes }: PresentedListing): Promise<Buffer> {
  const whole = Buffer.allocUnsafeSlow(sizeBytes);
  let filled = 0;
  let turnEnds = copiedATurn;
  for (const piece of pieces) {
    filled += piece.copy(whole, filled);
    if (filled < turnEnds) continue;
    turnEnds = filled + copiedATurn;
    await nextTurn();
  }
  return whole;
}

function digestOf(parts: readonly WrittenBlock[]): string {
  const hash = createHash('sha256');
  for (const { digest } of parts) hash.update(digest);
  return hash.digest('base64url').slice(0, 22);
}
