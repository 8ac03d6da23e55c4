import { searchable } from './search.ts';
import { type VirtualRows, virtualRows } from './virtual-rows.ts';

interface Place {
  list: HTMLElement;
  row: number;
  control: number;
}

/** Lists that contain these elements are forms, in which Tab moves between fields. */
const fields = 'input:not([type="checkbox"]), select, textarea';
const controls = 'a[href], button:not(:disabled), input:not(:disabled), [tabindex="0"]';
/** After this time without typing, a letter begins a new word. */
const typingMs = 1_000;
const maxTyped = 50;
/** The frames to wait for a row of a long list after a jump. */
const maxFrames = 20;

/**
 * Makes each list a single tab stop. Arrow keys move between rows and between the controls of a row. Home,
 * End, Page Up and Page Down jump. In long lists, typed letters find the next row whose name begins with
 * them.
 */
export function followListKeys(): void {
  const state = {
    isTab: false,
    /** The row that will get the focus when it is in the page. */
    awaited: undefined as Place | undefined,
    typed: { text: '', atMs: Number.NEGATIVE_INFINITY },
    isSpaceTyped: false,
  };
  const left = new WeakMap<Element, Place>();

  const focusAt = (place: Place, direction: 1 | -1, frames = maxFrames) => {
    const rows = rowsOf(place.list);
    const { from, count, show } = virtualOf(place.list);
    let { row } = place;
    while (row >= from() && row < from() + rows.length) {
      const found = controlsOf(rows[row - from()]);
      const control = found[Math.min(place.control, found.length - 1)];
      if (control !== undefined) {
        state.awaited = undefined;
        control.focus();
        return;
      }
      row += direction;
    }
    if (row < 0 || row >= count || frames === 0) {
      state.awaited = undefined;
      return;
    }
    const awaited = { ...place, row };
    state.awaited = awaited;
    if (frames === maxFrames) show(row);
    requestAnimationFrame(() => {
      if (state.awaited === awaited) focusAt(awaited, direction, frames - 1);
    });
  };

  /** Returns whether a list with names took the key. */
  const find = (place: Place, key: string, atMs: number): boolean => {
    const virtual = virtualRows.get(place.list);
    if (virtual === undefined) return false;
    const { typed } = state;
    const isNew = atMs - typed.atMs > typingMs || typed.text.length >= maxTyped;
    // A space without letters before it presses the button.
    if (isNew && key === ' ') return false;
    typed.text = isNew ? key : typed.text + key;
    typed.atMs = atMs;
    const wanted = searchable(typed.text);
    for (let step = isNew ? 1 : 0; step <= virtual.count; step++) {
      const row = (place.row + step) % virtual.count;
      if (!searchable(virtual.nameOf(row).slice(0, 2 * wanted.length)).startsWith(wanted)) continue;
      focusAt({ ...place, row }, 1);
      break;
    }
    return true;
  };

  addEventListener('keydown', (event) => {
    state.isTab = event.key === 'Tab';
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const place = state.awaited ?? placeOf(event.target);
    if (place === undefined) return;
    if (state.isTab) {
      state.awaited = undefined;
      return leave(place.list, event.shiftKey);
    }
    const { key } = event;
    state.isSpaceTyped = false;
    if (key.length === 1 && find(place, key, event.timeStamp)) {
      state.isSpaceTyped = key === ' ';
      return event.preventDefault();
    }
    if (event.shiftKey) return;
    const next = nextPlace(place, key);
    if (next === undefined) return;
    event.preventDefault();
    focusAt(next, next.row < place.row || key === 'End' ? -1 : 1);
  });
  addEventListener('keyup', (event) => {
    // Suppresses typed spaces, because Firefox presses a button when the key is released.
    if (event.key === ' ' && state.isSpaceTyped) event.preventDefault();
  });
  addEventListener(
    'pointerdown',
    () => {
      state.isTab = false;
      state.awaited = undefined;
    },
    true,
  );
  addEventListener('focusin', ({ target, relatedTarget }) => {
    const { isTab } = state;
    state.isTab = false;
    const place = placeOf(target);
    if (place === undefined) return;
    const { list } = place;
    const isEntering = isTab && !(relatedTarget instanceof Node && list.contains(relatedTarget));
    const entry = isEntering ? (left.get(list) ?? firstVisible(list)) : place;
    left.set(list, entry);
    if (isEntering) focusAt({ ...entry, row: Math.min(entry.row, virtualOf(list).count - 1) }, 1);
  });
}

function nextPlace({ list, row, control }: Place, key: string): Place | undefined {
  const rows = rowsOf(list);
  const { from, count } = virtualOf(list);
  const page = Math.max(1, Math.floor(heightOf(list) / Math.max(1, rows[0]?.offsetHeight ?? 1)) - 1);
  const steps: Record<string, number> = {
    ArrowDown: 1,
    ArrowUp: -1,
    PageDown: page,
    PageUp: -page,
    Home: -row,
    End: count - 1 - row,
  };
  const step = steps[key];
  if (step !== undefined) return { list, row: Math.max(0, Math.min(row + step, count - 1)), control };
  const side = { ArrowRight: 1, ArrowLeft: -1 }[key];
  if (side === undefined) return undefined;
  const last = controlsOf(rows[row - from()]).length - 1;
  return { list, row, control: Math.max(0, Math.min(control + side, last)) };
}

function heightOf(list: Element): number {
  let height = innerHeight;
  for (let part = list.parentElement; part !== null; part = part.parentElement)
    if (getComputedStyle(part).overflowY !== 'visible') height = Math.min(height, part.clientHeight);
  return height;
}

/** Returns an element's row and list. Of nested lists, takes the outermost within the dialog. */
function placeOf(target: EventTarget | null): Place | undefined {
  let found: HTMLLIElement | undefined;
  for (
    let part = target instanceof Element ? target.closest('li, dialog') : null;
    part instanceof HTMLLIElement;
    part = part.parentElement?.closest('li, dialog') ?? null
  )
    found = part;
  const list = found?.parentElement;
  if (found === undefined || !list?.matches('ul, ol') || list.querySelector(fields) !== null)
    return undefined;
  const control = controlsOf(found).indexOf(target as HTMLElement);
  if (control < 0) return undefined;
  return { list, row: rowsOf(list).indexOf(found) + virtualOf(list).from(), control };
}

/** Returns the rows without the elements that stand for rows outside the page. */
const rowsOf = (list: Element) =>
  [...list.children].filter((row) => !row.hasAttribute('aria-hidden')) as HTMLElement[];

const controlsOf = (row: Element | undefined) =>
  [...(row?.querySelectorAll<HTMLElement>(controls) ?? [])].filter(
    (control) => control.tabIndex >= 0 && control.getClientRects().length > 0,
  );

function virtualOf(list: Element): Pick<VirtualRows, 'count' | 'from' | 'show'> {
  return virtualRows.get(list) ?? { count: list.children.length, from: () => 0, show: () => undefined };
}

function firstVisible(list: HTMLElement): Place {
  const rows = rowsOf(list);
  const isVisible = (row: Element) => row.getBoundingClientRect().bottom > 0 && controlsOf(row).length > 0;
  return { list, row: Math.max(0, rows.findIndex(isVisible)) + virtualOf(list).from(), control: 0 };
}

/** Moves the focus to an edge of the list, from which the browser then continues. */
function leave(list: Element, isBackwards: boolean): void {
  const edge = document.createElement('span');
  edge.tabIndex = -1;
  edge.className = 'unseen';
  edge.addEventListener('blur', () => edge.remove());
  if (isBackwards) list.before(edge);
  else list.after(edge);
  edge.focus({ preventScroll: true });
}
