import type { StationEvents, Tag } from '@stationery/client';

type Present = StationEvents['snapshot']['present'];

/** Returns the tags on the reader, updated if the added tag is among them. */
export const withTagAdded = (present: Present, { id, serial, filename }: Tag): Present =>
  present.map((tap) => (tap.serial === serial ? { ...tap, id, filename } : tap));

export const withTagForgotten = (present: Present, forgotten: number): Present =>
  present.map((tap) => (tap.id === forgotten ? { ...tap, id: null, filename: null } : tap));
