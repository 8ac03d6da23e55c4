import { computed } from '@preact/signals';
import type { BoardDevice } from '@stationery/client/board';
import { locale } from '../../texts/language.ts';
import { devices } from './store.ts';

interface Order {
  names: string;
  locale: string;
  ids: readonly string[];
  shared: ReadonlySet<string>;
}

const last: { order: Order } = { order: { names: '', locale: '', ids: [], shared: new Set() } };

/** Stays the same object until a name changes. Otherwise, every report would sort a thousand names again. */
const order = computed<Order>(() => {
  const all = [...(devices.value?.values() ?? [])];
  const names = all.map(({ id, state }) => `${id}\n${state.name}`).join('\n');
  if (last.order.names === names && last.order.locale === locale.value) return last.order;
  const { compare } = new Intl.Collator(locale.value, { numeric: true });
  const sorted = all.sort(
    (one, other) => compare(one.state.name, other.state.name) || compare(one.id, other.id),
  );
  last.order = { names, locale: locale.value, ids: sorted.map(({ id }) => id), shared: sharedNames(sorted) };
  return last.order;
});

/** Sorts numbers in names by value, so that “Plotter 2” comes before “Plotter 10”. */
export const devicesByName = computed<readonly BoardDevice[]>(() => {
  const all = devices.value;
  return all === undefined ? [] : order.value.ids.map((id) => all.get(id)!);
});

export function nameOf({ id, state }: BoardDevice): string {
  if (!order.value.shared.has(state.name)) return state.name;
  return `${state.name} (${/-([0-9a-f]{8,12})$/.exec(id)?.[1] ?? id})`;
}

export function deviceName(id: string): string {
  const device = devices.value?.get(id);
  return device === undefined ? id : nameOf(device);
}

function sharedNames(sorted: readonly BoardDevice[]): ReadonlySet<string> {
  const names = sorted.map(({ state }) => state.name);
  return new Set(names.filter((name, at) => name === names[at - 1]));
}
