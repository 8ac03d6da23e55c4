import { signal } from '@preact/signals';
import type { PalettePen } from '@stationery/client';

/** The user's pens; empty until loaded. */
export const ownedPens = signal<readonly PalettePen[]>([]);
