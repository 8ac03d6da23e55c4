import { isDrawingName } from '@stationery/contract/drawing-formats';
import type { StoredDetails } from '../store/tag-details-table.ts';

export function drawingsOf({ meaning }: Pick<StoredDetails, 'meaning'>): string[] {
  return meaning?.kind === 'playlist' ? meaning.files.filter(isDrawingName) : [];
}
