import type { StationEvents, Tag } from '@stationery/client';

type Present = StationEvents['snapshot']['present'];

/** What lies on the reader, after a tag was added: it may be the one that lies there. */
export const withTagAdded = (present: Present, { id, serial, filename }: Tag): Present =>
  present.map((tap) => (tap.serial === serial ? { ...tap, id, filename } : tap));

/** The same after a tag was forgotten. */
export const withTagForgotten = (present: Present, forgotten: number): Present =>
  present.map((tap) => (tap.id === forgotten ? { ...tap, id: null, filename: null } : tap));
