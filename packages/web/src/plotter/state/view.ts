import { signal } from '@preact/signals';
import { scrollTo } from '../../ui/index.ts';

/** A small screen shows one of these at a time, a large one all of them. */
export type View = 'drawing' | 'queue' | 'control';
export const view = signal<View>('drawing');

export function showBed(): void {
  show('drawing', '.bed');
}

export function showScript(): void {
  show('control', '.script');
}

/** Scrolls after the page has shown the view. */
function show(chosen: View, selector: string): void {
  view.value = chosen;
  requestAnimationFrame(() => scrollTo(selector));
}
