import { signal } from '@preact/signals';
import { scrollTo } from '../../ui/scroll-to.ts';

/** The views of the page. A small screen shows one at a time, a large one all of them. */
export type View = 'drawing' | 'queue' | 'control';
export const view = signal<View>('drawing');

export function showBed(): void {
  show('drawing', '.bed');
}

export function showScript(): void {
  show('control', '.script');
}

/** Shows a view, then scrolls to a part of it. */
function show(chosen: View, selector: string): void {
  view.value = chosen;
  requestAnimationFrame(() => scrollTo(selector));
}
