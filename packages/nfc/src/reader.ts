import type { ReaderReason } from '@stationery/contract';
import type { Tag } from './tag.ts';

/** State of a reader. `reason` explains the problem and the remedy; `cause` has the same as data. */
export type ReaderState =
  | { state: 'starting' }
  | { state: 'ready'; device: string }
  | { state: 'failed'; reason: string; cause?: ReaderReason };

export type ReaderEvent =
  | { type: 'arrived'; tag: Tag }
  | { type: 'left'; tag: Tag }
  | { type: 'state'; state: ReaderState };

/**
 * An NFC reader of any kind. Usable immediately: a reader that is missing or stops answering reports it in its state
 * and recovers automatically.
 *
 * A tag arrives once, stays while it is on the reader and leaves once; a missed poll does not count. If the reader
 * fails, all tags leave first. A closed reader reports nothing and has no tags.
 */
export interface NfcReader {
  readonly state: ReaderState;
  readonly present: readonly Tag[];
  /** False if the hardware reports only taps; a tag then leaves after a fixed time. */
  readonly seesRemoval?: boolean;
  subscribe(listener: (event: ReaderEvent) => void): () => void;
  close(): Promise<void>;
}
