import { signal } from '@preact/signals';
import type { PalettePen } from '@stationery/client';
import type { DrawnDistance } from '@stationery/client/setup';

/** The user's pens; empty until loaded. */
export const ownedPens = signal<readonly PalettePen[]>([]);

/** How far they have drawn. */
export const drawnDistances = signal<readonly DrawnDistance[]>([]);
