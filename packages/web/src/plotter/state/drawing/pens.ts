import { signal } from '@preact/signals';
import type { PalettePen } from '@stationery/client';
import type { DrawnDistance } from '@stationery/client/setup';

/** The user's pens; empty until they are loaded. */
export const ownedPens = signal<readonly PalettePen[]>([]);

/** The distance that each pen has drawn. */
export const drawnDistances = signal<readonly DrawnDistance[]>([]);
