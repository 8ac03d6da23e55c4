import { computed, signal } from '@preact/signals';
import type { BoardDevice } from '@stationery/client/board';
import { boardTexts } from '../../texts/board.ts';
import { finder, searchable } from '../../ui/search.ts';
import { loadText, saveText } from '../../ui/storage.ts';
import { activityOf, alarmsOfDevice } from './alarms.ts';
import { devicesByName } from './device-order.ts';

export type Kind = 'all' | 'plotters' | 'stations';
export type Filter = 'all' | 'alarms' | 'busy' | 'free' | 'offline';
export type Grouping = 'tag' | 'none';

const groupingKey = 'stationery.board.grouping';

export const search = signal('');
export const kind = signal<Kind>('all');
export const filter = signal<Filter>('all');
export const grouping = signal<Grouping>(loadText(groupingKey) === 'none' ? 'none' : 'tag');

export function groupBy(wanted: Grouping): void {
  grouping.value = wanted;
  saveText(groupingKey, wanted);
}

const filters: Record<Filter, (device: BoardDevice) => boolean> = {
  all: () => true,
  alarms: (device) => alarmsOfDevice(device).length > 0,
  busy: (device) => activityOf(device) === 'busy',
  free: (device) => activityOf(device) === 'free',
  offline: (device) => !device.isOnline,
};

const kinds: Record<Kind, (device: BoardDevice) => boolean> = {
  all: () => true,
  plotters: ({ state }) => state.plotter !== undefined,
  stations: ({ state }) => state.station !== undefined,
};

const texts = new WeakMap<BoardDevice, string>();

function textOf(device: BoardDevice): string {
  const known = texts.get(device);
  if (known !== undefined) return known;
  const { name, version, tags, plotter, station } = device.state;
  const parts = [
    name,
    device.id,
    version,
    plotter?.paper,
    plotter?.job?.name,
    station?.collection?.name,
    ...tags,
  ];
  const text = searchable(parts.filter(Boolean).join(' '));
  texts.set(device, text);
  return text;
}

export const foundDevices = computed<readonly BoardDevice[]>(() => {
  const isFound = search.value.trim() === '' ? () => true : finder(search.value);
  const [isKind, isWanted] = [kinds[kind.value], filters[filter.value]];
  return devicesByName.value.filter(
    (device) => isKind(device) && isWanted(device) && isFound(textOf(device)),
  );
});

/** The title of a group, or a device. A device with several tags is in several groups. */
type DeviceLine =
  | { key: string; title: string; count: number; device?: undefined }
  | { key: string; device: BoardDevice };

export const deviceLines = computed<readonly DeviceLine[]>(() => {
  const found = foundDevices.value;
  if (grouping.value === 'none') return found.map((device) => ({ key: device.id, device }));
  const groups = new Map<string, BoardDevice[]>();
  for (const device of found) {
    for (const tag of device.state.tags.length === 0 ? [''] : device.state.tags) {
      const group = groups.get(tag);
      if (group === undefined) groups.set(tag, [device]);
      else group.push(device);
    }
  }
  const { compare } = new Intl.Collator(undefined, { numeric: true });
  const tags = [...groups.keys()].sort(
    (one, other) => Number(one === '') - Number(other === '') || compare(one, other),
  );
  return tags.flatMap((tag): DeviceLine[] => {
    const group = groups.get(tag)!;
    const title = { key: `# ${tag}`, title: tag || boardTexts.devices.untagged, count: group.length };
    return [title, ...group.map((device) => ({ key: `${tag} ${device.id}`, device }))];
  });
});
