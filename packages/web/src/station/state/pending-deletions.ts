import { computed, signal } from '@preact/signals';
import type { CardFile } from '@stationery/client';

/** Hidden by the page, but still on the station. */
export const pendingDeletions = signal<ReadonlyMap<number, CardFile>>(new Map());

const names = computed(() => new Set([...pendingDeletions.value.values()].map(({ filename }) => filename)));

export const isBeingDeleted = (filename: string) => names.value.has(filename);
