import { computed } from '@preact/signals';
import type { BoardDevice } from '@stationery/client/board';
import { locale } from '../../texts/language.ts';
import { devices } from './store.ts';

const last = { names: '', ids: [] as readonly string[], locale: '' };

/** All devices by name, “Plotter 2” before “Plotter 10”. They are sorted again only when a name changed. */
export const devicesByName = computed<readonly BoardDevice[]>(() => {
  const all = devices.value ?? new Map<string, BoardDevice>();
  const names = [...all.values()].map(({ id, state }) => `${id}\n${state.name}`).join('\n');
  if (last.names !== names || last.locale !== locale.value) {
    const { compare } = new Intl.Collator(locale.value, { numeric: true });
    const sorted = [...all.values()].sort(
      (one, other) => compare(one.state.name, other.state.name) || compare(one.id, other.id),
    );
    Object.assign(last, { names, locale: locale.value, ids: sorted.map(({ id }) => id) });
  }
  return last.ids.map((id) => all.get(id)!);
});
