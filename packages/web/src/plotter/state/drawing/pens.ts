import { signal } from '@preact/signals';
import type { PalettePen } from '@stationery/client';

/** The pens that the person owns; empty until they are loaded. */
export const ownedPens = signal<readonly PalettePen[]>([]);
