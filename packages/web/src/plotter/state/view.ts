import { signal } from '@preact/signals';
import { scrollTo } from '../../ui/index.ts';

/** A small screen shows one of these at a time, a large one all of them. */
export type View = 'drawing' | 'queue' | 'control';
export const view = signal<View>('drawing');

export function showBed(): void {
  view.value = 'drawing';
  scrollTo('.bed');
}

export function showScript(): void {
  view.value = 'control';
  scrollTo('.script');
}
