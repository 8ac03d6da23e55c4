import type { StationEvent } from '@stationery/contract';
import type { CarriedCollection } from './collection/carried/carried-collection.ts';
import type { TapCounts } from './statistics/tap-counts.ts';

/** Access for other modules in the same process, such as the fleet agent. */
export interface StationAccess {
  snapshot(): Extract<StationEvent, { name: 'snapshot' }>['data'];
  subscribe(listener: (event: StationEvent) => void): () => void;
  /** URL of the page; undefined if only this machine can reach it. */
  page(): string | undefined;
  /** Undefined if taps are not counted. */
  taps(): TapCounts | undefined;
  collection: CarriedCollection;
}
