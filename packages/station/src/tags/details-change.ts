import type { ActionColumns, DetailColumns } from '../store/tag-details-table.ts';

/** A change of tag details, with files by id. */
export interface DetailsChange {
  columns: Partial<DetailColumns>;
  /** Undefined to keep the current meaning. */
  meaning: StoredMeaning | null | undefined;
}

export type StoredMeaning =
  | { kind: 'playlist'; fileIds: number[]; isShuffled: boolean }
  | { kind: 'album'; folder: string; isShuffled: boolean }
  | ({ kind: 'action' } & ActionColumns)
  | { kind: 'link' | 'stream'; url: string };
