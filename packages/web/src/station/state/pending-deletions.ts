import { computed, signal } from '@preact/signals';
import type { CardFile } from '@stationery/client';

/** Files that the page hides but the station still has. */
export const pendingDeletions = signal<ReadonlyMap<number, CardFile>>(new Map());

const names = computed(() => new Set([...pendingDeletions.value.values()].map(({ filename }) => filename)));

export const isBeingDeleted = (filename: string) => names.value.has(filename);
