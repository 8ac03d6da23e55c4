import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { nextRange } from './next-range.ts';
import { virtualRows } from './virtual-rows.ts';

interface LongListProps<T> {
  class?: string;
  items: readonly T[];
  /** Estimated height, used until a row was measured. */
  rowPixels: number;
  /** Returns the name of a row. Users can type its first letters to find the row. */
  nameOf: (item: T) => string;
  children: (item: T, position: number, of: number) => ComponentChildren;
}

/**
 * The place of a row, as announced by screen readers. Rows get it as two numbers instead of one object, so that
 * unchanged rows are not rendered again.
 */
export interface RowPlace {
  position: number;
  of: number;
}

/** Shorter lists are rendered completely. */
const manyRows = 200;
/** Rows are added together, so that scrolling rarely changes the list. */
const groupRows = 10;
/** Rows within this distance of the window are rendered too. */
const marginPixels = 1_200;
const tolerance = 0.15;

export function LongList<T>({ class: name, items, rowPixels, nameOf, children }: LongListProps<T>) {
  const list = useRef<HTMLUListElement>(null);
  const height = useRef(rowPixels);
  const frame = useRef(0);
  /** Position of the list's end in the window before the rows changed, if content after the list was visible. */
  const endBefore = useRef<number | undefined>(undefined);
  const isLong = items.length > manyRows;
  const range = useSignal({ from: 0, to: groupRows });
  /** Called before a frame, because reading positions after a change would force a second layout. */
  const measure = (element: HTMLUListElement) => {
    const rows = [...element.children].filter((row) => !row.ariaHidden);
    const [first, last] = [rows[0] as HTMLElement | undefined, rows.at(-1) as HTMLElement | undefined];
    if (first === undefined || last === undefined) return;
    const measured = (last.offsetTop + last.offsetHeight - first.offsetTop) / rows.length;
    // Small differences would move the rows back and forth.
    const isOther = Math.abs(measured - height.current) > height.current * tolerance;
    if (measured > 0 && isOther) height.current = measured;
  };
  const look = () => {
    const element = list.current;
    if (element === null) return;
    measure(element);
    const { top: listTop, bottom } = element.getBoundingClientRect();
    const top = -listTop;
    const rowAt = (pixels: number) =>
      Math.max(0, Math.min(Math.floor(pixels / height.current), items.length - 1));
    const group = (row: number) => Math.floor(row / groupRows) * groupRows;
    const near = { from: rowAt(top), to: rowAt(top + innerHeight) + 1 };
    const wanted = {
      from: group(rowAt(top - marginPixels)),
      to: group(rowAt(top + innerHeight + marginPixels)) + groupRows,
    };
    const next = nextRange(range.value, near, wanted);
    if (next.from === range.value.from && next.to === range.value.to) return;
    endBefore.current = top > 0 && bottom < innerHeight ? bottom : undefined;
    range.value = next;
    soon();
  };
  const soon = () => {
    cancelAnimationFrame(frame.current);
    frame.current = requestAnimationFrame(look);
  };
  /** Measures after the next frame, which computes the positions anyway. */
  const afterFrame = () => {
    cancelAnimationFrame(frame.current);
    frame.current = requestAnimationFrame(soon);
  };
  useLayoutEffect(() => {
    if (!isLong) return undefined;
    // Captures scroll events, because those of inner elements do not bubble.
    addEventListener('scroll', soon, { passive: true, capture: true });
    addEventListener('resize', soon);
    if (range.peek().from >= items.length) look();
    else afterFrame();
    return () => {
      cancelAnimationFrame(frame.current);
      removeEventListener('scroll', soon, { capture: true });
      removeEventListener('resize', soon);
    };
  }, [isLong, items]);
  // Keeps the content after the list in place, which browsers do only in long pages.
  useLayoutEffect(() => {
    const [element, end] = [list.current, endBefore.current];
    endBefore.current = undefined;
    if (element === null || end === undefined) return;
    const moved = element.getBoundingClientRect().bottom - end;
    if (Math.abs(moved) >= 1) scrollerOf(element).scrollBy({ top: moved, behavior: 'instant' });
  });
  useLayoutEffect(() => {
    const element = list.current!;
    virtualRows.set(element, {
      count: items.length,
      from: () => (isLong ? range.peek().from : 0),
      nameOf: (index) => nameOf(items[index]!),
      show(index) {
        range.value = { from: index, to: index + 1 };
        const top = element.getBoundingClientRect().top + index * height.current - innerHeight / 2;
        scrollerOf(element).scrollBy({ top, behavior: 'instant' });
      },
    });
  });
  const { from, to } = isLong ? range.value : { from: 0, to: items.length };
  const shown = items.slice(from, to);
  const space = (count: number) =>
    count > 0 && <li aria-hidden="true" style={{ height: `${Math.round(count * height.current)}px` }} />;
  return (
    <ul ref={list} class={name}>
      {space(from)}
      {shown.map((item, at) => children(item, from + at + 1, items.length))}
      {space(items.length - from - shown.length)}
    </ul>
  );
}

function scrollerOf(element: Element): Element {
  for (let part = element.parentElement; part !== null; part = part.parentElement) {
    if (['auto', 'scroll'].includes(getComputedStyle(part).overflowY)) return part;
  }
  return document.scrollingElement ?? document.documentElement;
}
