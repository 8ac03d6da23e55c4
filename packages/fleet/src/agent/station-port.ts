import type { StationEvent } from '@stationery/contract';
import type { TapCounts } from '@stationery/contract/fleet';
import type { HourRange } from '@stationery/core';

/** The station as the agent in the same process sees it. */
export interface StationPort {
  snapshot(): Extract<StationEvent, { name: 'snapshot' }>['data'];
  subscribe(listener: (event: StationEvent) => void): () => void;
  page(): string | undefined;
  taps(): TapCounts | undefined;
  /** Returns the taps by hour (counted since 1970) and object, or undefined if the station does not count taps. */
  tapHours(
    range: HourRange,
    most: number,
  ): { hour: number; object: string | null; taps: number; listened: number }[] | undefined;
  collection: CollectionPort;
}

export interface CollectionPort {
  readonly version: { name: string; version: number } | undefined;
  prepare(
    name: string,
    version: number,
    list: string,
    signal?: AbortSignal,
  ): Promise<{ contents: { sha256: string; size: number; storedBytes: number }[] }>;
  receive(
    content: { sha256: string; size: number },
    source: (fromByte: number) => AsyncIterable<Uint8Array>,
    onBytes?: (bytes: number) => void,
  ): Promise<void>;
  switchOver(): Promise<void>;
}
