import { computed, signal } from '@preact/signals';
import { foundFiles, visibleFiles } from './found-files.ts';

/** Undefined while the user is not selecting. */
export const selection = signal<ReadonlySet<number> | undefined>(undefined);

/** In the order of the list. Files that a search hides stay selected. */
export const selectedFiles = computed(() => {
  const ids = selection.value;
  if (ids === undefined || ids.size === 0) return [];
  const found = foundFiles.value.filter(({ id }) => ids.has(id));
  if (found.length === ids.size) return found;
  const seen = new Set(found.map(({ id }) => id));
  return [...found, ...visibleFiles.value.filter(({ id }) => ids.has(id) && !seen.has(id))];
});

const last = { id: undefined as number | undefined };

/** If `isRange` (Shift), also changes all files between the last changed file and this one. */
export function toggleSelected(id: number, isRange: boolean): void {
  if (selection.value === undefined) startSelecting();
  const ids = new Set(selection.value);
  const isAdding = !ids.has(id);
  for (const each of isRange ? between(last.id, id) : [id]) {
    if (isAdding) ids.add(each);
    else ids.delete(each);
  }
  last.id = id;
  selection.value = ids;
}

export function selectAll(): void {
  selection.value = new Set(foundFiles.value.map(({ id }) => id));
}

export function startSelecting(): void {
  last.id = undefined;
  selection.value = new Set();
}

export function stopSelecting(): void {
  selection.value = undefined;
}

function between(one: number | undefined, other: number): number[] {
  const ids = foundFiles.value.map(({ id }) => id);
  const [from, to] = [ids.indexOf(one ?? other), ids.indexOf(other)].sort((a, b) => a - b);
  return from === undefined || to === undefined || from < 0 ? [other] : ids.slice(from, to + 1);
}
