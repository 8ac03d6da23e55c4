import type { StationEvent } from '@stationery/contract';
import type { CarriedCollection } from './collection/carried/carried-collection.ts';
import type { TapCounts } from './statistics/tap-counts.ts';

/** The station for another program in the same process, such as the agent of a fleet. */
export interface StationAccess {
  snapshot(): Extract<StationEvent, { name: 'snapshot' }>['data'];
  subscribe(listener: (event: StationEvent) => void): () => void;
  /** Where people reach its page; undefined where only this machine does. */
  page(): string | undefined;
  /** Undefined where taps are not counted. */
  taps(): TapCounts | undefined;
  collection: CarriedCollection;
}
