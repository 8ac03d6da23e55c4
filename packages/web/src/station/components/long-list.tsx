import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

interface LongListProps<T> {
  class: string;
  items: readonly T[];
  /** About how high a row is, until one was measured. */
  rowPixels: number;
  children: (item: T, place: RowPlace) => ComponentChildren;
}

/** Where a row is in the whole list, for those who cannot see it. */
export interface RowPlace {
  'aria-setsize': number;
  'aria-posinset': number;
}

/** Shorter lists are shown whole. */
const manyRows = 200;
/** Rows come and go in groups, so that scrolling seldom changes anything. */
const groupRows = 20;
/** What is shown above and below the window. */
const marginPixels = 1_200;

/** A list of any length, of which the page holds only what is near the window. */
export function LongList<T>({ class: name, items, rowPixels, children }: LongListProps<T>) {
  const list = useRef<HTMLUListElement>(null);
  const height = useRef(rowPixels);
  const isLong = items.length > manyRows;
  const range = useSignal({ from: 0, to: 3 * groupRows });
  const look = () => {
    const element = list.current;
    if (element === null) return;
    const top = -element.getBoundingClientRect().top;
    const group = (pixels: number) => Math.floor(pixels / height.current / groupRows) * groupRows;
    const from = Math.max(0, Math.min(group(top - marginPixels), items.length - groupRows));
    const to = Math.max(from, group(top + innerHeight + marginPixels)) + groupRows;
    if (from !== range.value.from || to !== range.value.to) range.value = { from, to };
  };
  useLayoutEffect(() => {
    if (!isLong) return undefined;
    let frame = 0;
    const soon = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(look);
    };
    addEventListener('scroll', soon, { passive: true });
    addEventListener('resize', soon);
    look();
    return () => {
      cancelAnimationFrame(frame);
      removeEventListener('scroll', soon);
      removeEventListener('resize', soon);
    };
  }, [isLong, items]);
  useLayoutEffect(() => {
    const rows = list.current?.querySelectorAll<HTMLElement>(':scope > li:not([aria-hidden])');
    const [first, last] = [rows?.[0], rows?.[(rows?.length ?? 0) - 1]];
    if (!isLong || rows === undefined || first === undefined || last === undefined) return;
    const pixels = last.offsetTop + last.offsetHeight - first.offsetTop;
    if (pixels > 0) height.current = pixels / rows.length;
  });
  const { from, to } = isLong ? range.value : { from: 0, to: items.length };
  const shown = items.slice(from, to);
  const space = (count: number) =>
    count > 0 && <li aria-hidden="true" style={{ height: `${Math.round(count * height.current)}px` }} />;
  return (
    <ul ref={list} class={name}>
      {space(from)}
      {shown.map((item, at) =>
        children(item, { 'aria-setsize': items.length, 'aria-posinset': from + at + 1 }),
      )}
      {space(items.length - from - shown.length)}
    </ul>
  );
}
