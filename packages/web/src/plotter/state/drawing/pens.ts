import { signal } from '@preact/signals';
import type { PalettePen } from '@stationery/client';
import type { DrawnDistance } from '@stationery/client/setup';

/** Empty until the pens are loaded. */
export const ownedPens = signal<readonly PalettePen[]>([]);

export const drawnDistances = signal<readonly DrawnDistance[]>([]);
