import type { DetailColumns } from '../store/tag-details-table.ts';

/** A change of the details of a tag, with files by their ids. */
export interface DetailsChange {
  columns: Partial<DetailColumns>;
  /** Undefined where it stays as it is. */
  meaning: StoredMeaning | null | undefined;
}

export type StoredMeaning =
  | { kind: 'playlist'; fileIds: number[]; isShuffled: boolean }
  | { kind: 'action'; action: string; minutes: number | null }
  | { kind: 'link'; url: string };
