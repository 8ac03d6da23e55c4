import type { StationEvents, Tag } from '@stationery/client';

type Present = StationEvents['snapshot']['present'];

/** The tags on the reader after one was added, which may be on it. */
export const withTagAdded = (present: Present, { id, serial, filename }: Tag): Present =>
  present.map((tap) => (tap.serial === serial ? { ...tap, id, filename } : tap));

/** The same after a tag was removed. */
export const withTagForgotten = (present: Present, forgotten: number): Present =>
  present.map((tap) => (tap.id === forgotten ? { ...tap, id: null, filename: null } : tap));
