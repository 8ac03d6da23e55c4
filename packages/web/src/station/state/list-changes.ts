import { batch, type Signal } from '@preact/signals';

type List = Signal<ReadonlyMap<number, unknown> | undefined>;

/** About a frame. */
const collectMs = 16;

/** By list and id; undefined where it is to be removed. */
const pending = new Map<List, Map<number, unknown>>();

/**
 * Changes a list, soon: thousands of files can appear on a card in a second, and every change of a list has it copied,
 * sorted and shown again. Those that come within a frame are made together.
 */
export function changeList<T>(
  list: Signal<ReadonlyMap<number, T> | undefined> | Signal<ReadonlyMap<number, T>>,
  id: number,
  item: T | undefined,
): void {
  if (pending.size === 0) setTimeout(applyListChanges, collectMs);
  const changes = pending.get(list as List) ?? new Map<number, unknown>();
  pending.set(list as List, changes.set(id, item));
}

/** Whoever replaces a list by a newer one makes the changes first, so that they are not made to the new one. */
export function applyListChanges(): void {
  batch(() => {
    for (const [list, changes] of pending) {
      const changed = new Map(list.value);
      for (const [id, item] of changes) {
        if (item === undefined) changed.delete(id);
        else changed.set(id, item);
      }
      list.value = changed;
    }
    pending.clear();
  });
}
