import type { DetailColumns, MeaningColumns } from '../store/tag-details-table.ts';

export interface DetailsChange {
  columns: Partial<DetailColumns>;
  /** The new meaning; undefined to keep the current one. */
  meaning: StoredMeaning | null | undefined;
}

export interface StoredMeaning {
  /** Files of a playlist, by id. */
  fileIds: readonly number[];
  columns: Partial<MeaningColumns>;
}
