import type { Signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import './queue-row.css';

interface QueueRowProps<T extends { id: number | string }> {
  class: string;
  'aria-posinset'?: number;
  'aria-setsize'?: number;
  item: T;
  /** Text that other programs get if the row is dropped there. */
  name: string;
  state: string;
  /** Missing if rows cannot be moved. */
  dragging?: { item: Signal<T | undefined>; drop: (onto: T) => void };
  children: ComponentChildren;
}

export function QueueRow<T extends { id: number | string }>(props: QueueRowProps<T>) {
  const { item, name, state, dragging, children, class: className, ...attributes } = props;
  const isDragged = dragging?.item.value?.id === item.id;
  return (
    <li
      {...attributes}
      class={`queue-row ${className} ${isDragged ? 'queue-row-dragged' : ''}`}
      data-state={state}
      draggable={dragging !== undefined}
      onDragStart={(event) => {
        if (!dragging) return;
        // Firefox does not start a drag without data.
        event.dataTransfer?.setData('text/plain', name);
        dragging.item.value = item;
      }}
      onDragEnd={() => {
        if (dragging) dragging.item.value = undefined;
      }}
      onDragOver={(event) => {
        if (dragging?.item.peek() !== undefined) event.preventDefault();
      }}
      onDrop={(event) => {
        if (dragging?.item.peek() === undefined) return;
        event.preventDefault();
        dragging.drop(item);
      }}
    >
      {children}
    </li>
  );
}

export function QueuePosition({ at }: { at: number }) {
  return <span class="queue-row-position rigid small soft bold">{at}</span>;
}
