import { batch, type Signal } from '@preact/signals';

type Key = number | string;
type List<K extends Key, T> = Signal<ReadonlyMap<K, T> | undefined> | Signal<ReadonlyMap<K, T>>;
type AnyList = Signal<ReadonlyMap<Key, unknown> | undefined>;

/** By list and id; undefined removes the item. */
type Changes = Map<AnyList, Map<Key, unknown>>;

/** About a frame. */
const collectMs = 16;

const pending: Changes = new Map();
const readings = new Set<Changes>();

/**
 * Changes a list, soon: thousands of files can appear on a card in a second, and every change of a list has it copied,
 * sorted and shown again. Those that come within a frame are made together.
 */
export function changeList<K extends Key, T>(list: List<K, T>, id: K, item: T | undefined): void {
  if (pending.size === 0) setTimeout(applyListChanges, collectMs);
  for (const changes of [pending, ...readings]) {
    const ofList = changes.get(list as AnyList) ?? new Map<Key, unknown>();
    changes.set(list as AnyList, ofList.set(id, item));
  }
}

export interface ListReading {
  /** Replaces a list with the answer, with the changes since the reading began applied: events are at least as new. */
  replace<K extends Key, T>(list: List<K, T>, answer: Iterable<readonly [K, T]>): void;
  end(): void;
}

/** Call before requesting a list. */
export function beginListReading(): ListReading {
  const changes: Changes = new Map();
  readings.add(changes);
  return {
    replace(list, answer) {
      // Flush pending changes first, so that they are not applied to the new list.
      applyListChanges();
      list.value = withChanges(new Map(answer), changes.get(list as AnyList));
    },
    end: () => readings.delete(changes),
  };
}

function applyListChanges(): void {
  batch(() => {
    for (const [list, changes] of pending) list.value = withChanges(new Map(list.value), changes);
    pending.clear();
  });
}

function withChanges<K, T>(items: Map<K, T>, changes: ReadonlyMap<Key, unknown> = new Map()): Map<K, T> {
  for (const [id, item] of changes) {
    if (item === undefined) items.delete(id as K);
    else items.set(id as K, item as T);
  }
  return items;
}
