import { effect, signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { sharedTexts } from '../texts/shared.ts';
import { Button, IconButton } from './button.tsx';
import { openDialogs } from './dialog.tsx';
import './toast.css';

export interface Toast {
  message: string;
  tone?: 'plain' | 'danger';
  action?: { label: string; run: () => void };
  /** How long the toast is shown. This time does not pass while the pointer or focus is on the toast. */
  durationMs?: number;
  onGone?: () => void;
}

const shown = signal<readonly (Toast & { id: symbol })[]>([]);

/** Returns a function that removes the toast. */
export function showToast(toast: Toast): () => void {
  const id = Symbol(toast.message);
  // Uses `peek`, because an effect that shows or removes a toast must not depend on other toasts.
  shown.value = [...shown.peek(), { ...toast, id }];
  return () => drop(id);
}

function drop(id: symbol): void {
  shown.value = shown.peek().filter((toast) => toast.id !== id);
}

/** Removes toasts without an action, for example after a language change. */
export function dropPlainToasts(): void {
  for (const { id, action, onGone } of shown.peek()) {
    if (action !== undefined) continue;
    drop(id);
    onGone?.();
  }
}

export function Toasts() {
  const home = useRef<HTMLDivElement>(null);
  const element = useRef<HTMLDivElement>(null);
  // Moves the toasts into the topmost dialog, because elements outside an open dialog cannot be pressed.
  useEffect(
    () =>
      effect(() => {
        (openDialogs.value.at(-1) ?? home.current!).append(element.current!);
        element.current!.showPopover?.();
      }),
    [],
  );
  useEffect(() => keepRoomFor(element.current!), []);
  return (
    <div ref={home} class="toasts-home">
      <div ref={element} class="toasts" role="status" aria-live="polite" popover="manual">
        {shown.value.map((toast) => (
          <ToastStrip key={toast.id} {...toast} />
        ))}
      </div>
    </div>
  );
}

/**
 * Reserves space below the content, so that users can scroll all of it above the toasts. Visible space stays
 * until the user scrolls back, because a shorter page would move under the pointer.
 */
function keepRoomFor(toasts: HTMLElement): () => void {
  const page = document.documentElement;
  const ending = new AbortController();
  let heightPx = 0;
  let roomPx = 0;
  let dialogRoomPx = 0;
  const fit = () => {
    if (roomPx === heightPx) return;
    const belowPx = page.scrollHeight - page.scrollTop - page.clientHeight;
    const inSightPx = page.scrollTop > 0 ? Math.ceil(roomPx - belowPx) : 0;
    roomPx = Math.max(heightPx, inSightPx);
    page.style.setProperty('--toasts-room', `${roomPx}px`);
  };
  /**
   * Moves dialogs above the toasts. An open dialog does not move back when a toast disappears, because its
   * button would move away from the pointer.
   */
  const fitDialogs = () => {
    dialogRoomPx = openDialogs.value.length > 0 ? Math.max(dialogRoomPx, heightPx) : heightPx;
    page.style.setProperty('--dialog-room', `${dialogRoomPx}px`);
  };
  const observer = new ResizeObserver(([entry]) => {
    heightPx = Math.ceil(entry?.borderBoxSize[0]?.blockSize ?? 0);
    page.style.setProperty('--toasts-height', `${heightPx}px`);
    fit();
    fitDialogs();
  });
  observer.observe(toasts);
  const stop = effect(fitDialogs);
  for (const name of ['scroll', 'resize'])
    addEventListener(name, fit, { passive: true, signal: ending.signal });
  return () => {
    observer.disconnect();
    stop();
    ending.abort();
  };
}

function ToastStrip(props: Toast & { id: symbol }) {
  const { id, message, tone = 'plain', action, durationMs = 6000, onGone } = props;
  const remaining = useRef(durationMs);
  const startedAt = useRef(0);
  const timer = useRef<number>(undefined);
  const holders = useRef(new Set<'pointer' | 'focus'>());

  const leave = () => {
    drop(id);
    onGone?.();
  };
  const run = () => {
    startedAt.current = Date.now();
    timer.current = window.setTimeout(leave, remaining.current);
  };
  const hold = (by: 'pointer' | 'focus') => () => {
    if (holders.current.size === 0) {
      window.clearTimeout(timer.current);
      remaining.current = Math.max(1500, remaining.current - (Date.now() - startedAt.current));
    }
    holders.current.add(by);
  };
  const release = (by: 'pointer' | 'focus') => () => {
    if (holders.current.delete(by) && holders.current.size === 0) run();
  };
  useEffect(() => {
    run();
    return () => window.clearTimeout(timer.current);
  }, []);

  return (
    <div
      class={`toast toast-${tone}`}
      onPointerEnter={hold('pointer')}
      onPointerLeave={release('pointer')}
      onFocusIn={hold('focus')}
      onFocusOut={release('focus')}
    >
      <div class="toast-content wrap">
        <p class="toast-message">{message}</p>
        {action !== undefined && (
          <Button
            kind="quiet"
            onClick={() => {
              drop(id);
              action.run();
            }}
          >
            {action.label}
          </Button>
        )}
      </div>
      <IconButton icon="cross" label={sharedTexts.close} onClick={leave} />
    </div>
  );
}
