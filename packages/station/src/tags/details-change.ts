import type { DetailColumns } from '../store/tag-details-table.ts';

/** A change of tag details, with files by id. */
export interface DetailsChange {
  columns: Partial<DetailColumns>;
  /** Undefined to keep the current meaning. */
  meaning: StoredMeaning | null | undefined;
}

export type StoredMeaning =
  | { kind: 'playlist'; fileIds: number[]; isShuffled: boolean }
  | { kind: 'action'; action: string; minutes: number | null }
  | { kind: 'link'; url: string };
