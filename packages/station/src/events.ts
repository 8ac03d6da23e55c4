import { readOnlyTexts } from '@stationery/appliance/mount';
import type { StationEvent } from '@stationery/contract';
import type { EventHub } from '@stationery/core';
import type { IndexChange } from './card/card-index.ts';
import type { CardState } from './card/card-state.ts';
import type { TagRegistry } from './tags/tag-registry.ts';

export function cardEventData(state: CardState): Extract<StationEvent, { name: 'card' }>['data'] {
  return state.state === 'missing'
    ? state
    : {
        state: 'present',
        size: state.sizeBytes,
        free: state.freeBytes,
        files: state.fileCount,
        ...(state.isPlainFolder && { is_folder: true as const }),
        ...(state.readOnly && { read_only: readOnlyTexts[state.readOnly], read_only_code: state.readOnly }),
      };
}

export function publishCardChanges(
  hub: EventHub<StationEvent>,
  tags: TagRegistry,
  changes: readonly IndexChange[],
): void {
  for (const { kind, file } of changes)
    hub.publish({ name: `file.${kind}`, data: { id: file.id, filename: file.name, size: file.sizeBytes } });
  tags.touched([...new Set(changes.flatMap(({ tagIds }) => tagIds))]);
}
