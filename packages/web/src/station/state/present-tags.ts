import type { StationEvents, Tag } from '@stationery/client';

type Present = StationEvents['snapshot']['present'];

/** Returns the tags on the reader after a tag was added, which may be one of them. */
export const withTagAdded = (present: Present, { id, serial, filename }: Tag): Present =>
  present.map((tap) => (tap.serial === serial ? { ...tap, id, filename } : tap));

/** Returns the tags on the reader after a known tag was removed from the station. */
export const withTagForgotten = (present: Present, forgotten: number): Present =>
  present.map((tap) => (tap.id === forgotten ? { ...tap, id: null, filename: null } : tap));
