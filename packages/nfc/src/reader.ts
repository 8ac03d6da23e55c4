import type { ReaderReason } from '@stationery/contract';
import type { Tag } from './tag.ts';

/** `reason` is a sentence: what is wrong and what to do; `cause` is the same as data. */
export type ReaderState =
  | { state: 'starting' }
  | { state: 'ready'; device: string }
  | { state: 'failed'; reason: string; cause?: ReaderReason };

export type ReaderEvent =
  | { type: 'arrived'; tag: Tag }
  | { type: 'left'; tag: Tag }
  | { type: 'state'; state: ReaderState };

/**
 * An NFC reader, whatever it is made of. It is usable from the moment it is made: a reader that is not there
 * yet, or stops answering, says so in its state and recovers automatically.
 *
 * A tag arrives once, stays for as long as it lies there and leaves once; a missed poll is not a leave. When
 * the reader fails, every tag on it leaves first. Once it is closed it reports nothing any more and nothing
 * is present.
 */
export interface NfcReader {
  readonly state: ReaderState;
  readonly present: readonly Tag[];
  /** False if the hardware reports only taps; a tag then leaves after a fixed time. */
  readonly seesRemoval?: boolean;
  subscribe(listener: (event: ReaderEvent) => void): () => void;
  close(): Promise<void>;
}
