import type { StationEvent } from '@stationery/contract';
import { EventHub } from '@stationery/core';
import type { CardState } from './card/card.ts';
import type { IndexChange } from './card/card-index.ts';
import type { SettingsTable } from './store/settings-table.ts';
import type { TagRegistry } from './tags/tag-registry.ts';

/** Room for events of one run, so that the numbers of a later run are always larger. */
const idsPerRun = 1_000_000_000;

export function createStationEvents(settings: SettingsTable): EventHub<StationEvent> {
  const run = Number(settings.get('runs') ?? 0) + 1;
  settings.set('runs', String(run));
  return new EventHub({ startAt: run * idsPerRun });
}

export function cardEventData(state: CardState): Extract<StationEvent, { name: 'card' }>['data'] {
  return state.state === 'missing'
    ? state
    : { state: 'present', size: state.sizeBytes, free: state.freeBytes, files: state.fileCount };
}

/** A file that comes or goes is news, and so is every tag that reads differently because of it. */
export function publishCardChanges(
  hub: EventHub<StationEvent>,
  tags: TagRegistry,
  changes: readonly IndexChange[],
): void {
  for (const { kind, file, tagIds } of changes) {
    hub.publish({ name: `file.${kind}`, data: { id: file.id, filename: file.name, size: file.sizeBytes } });
    tags.touched(tagIds);
  }
}
