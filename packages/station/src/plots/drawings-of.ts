import { isDrawingName } from '@stationery/contract/drawing-formats';
import type { StoredDetails } from '../store/tag-details-table.ts';

/** Returns the names of the drawings of a tag. */
export function drawingsOf({ meaning }: Pick<StoredDetails, 'meaning'>): string[] {
  return meaning?.kind === 'playlist' ? meaning.files.filter(isDrawingName) : [];
}
