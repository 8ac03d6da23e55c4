import { computed, signal } from '@preact/signals';
import type { CardFile } from '@stationery/client';

/** Hidden by the page, but still on the station. */
export const pendingDeletions = signal<ReadonlyMap<number, CardFile>>(new Map());

const names = computed(() => new Set([...pendingDeletions.value.values()].map(({ filename }) => filename)));

export const isBeingDeleted = (filename: string) => names.value.has(filename);

export function hideFiles(chosen: readonly CardFile[]): void {
  const hidden = new Map(pendingDeletions.value);
  for (const file of chosen) hidden.set(file.id, file);
  pendingDeletions.value = hidden;
}

/** Shows all these files again in one change, because each change searches and renders the list. */
export function showFiles(chosen: readonly CardFile[]): void {
  const hidden = new Map(pendingDeletions.value);
  for (const { id } of chosen) hidden.delete(id);
  pendingDeletions.value = hidden;
}
