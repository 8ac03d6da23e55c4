import { signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { sharedTexts } from '../texts/shared.ts';
import { Button, IconButton } from './button.tsx';
import './toast.css';

export interface Toast {
  message: string;
  tone?: 'plain' | 'danger';
  /** What can still be done about it, such as undoing. */
  action?: { label: string; run: () => void };
  /** How long it stays; while somebody points at it, it stays longer. */
  durationMs?: number;
  /** When it has gone without its action. */
  onGone?: () => void;
}

const shown = signal<readonly (Toast & { id: number })[]>([]);
let lastId = 0;

/** Says something in passing. Gives the way to take it back. */
export function showToast(toast: Toast): () => void {
  lastId += 1;
  const id = lastId;
  shown.value = [...shown.value, { ...toast, id }];
  return () => drop(id);
}

function drop(id: number): void {
  shown.value = shown.value.filter((toast) => toast.id !== id);
}

/** Where toasts appear; once in a page. */
export function Toasts() {
  return (
    <div class="toasts" role="status" aria-live="polite">
      {shown.value.map((toast) => (
        <ToastStrip key={toast.id} {...toast} />
      ))}
    </div>
  );
}

function ToastStrip({
  id,
  message,
  tone = 'plain',
  action,
  durationMs = 6000,
  onGone,
}: Toast & { id: number }) {
  const remaining = useRef(durationMs);
  const startedAt = useRef(0);
  const timer = useRef<number>(undefined);

  const leave = () => {
    drop(id);
    onGone?.();
  };
  const run = () => {
    startedAt.current = Date.now();
    timer.current = window.setTimeout(leave, remaining.current);
  };
  const hold = () => {
    window.clearTimeout(timer.current);
    remaining.current = Math.max(1500, remaining.current - (Date.now() - startedAt.current));
  };
  useEffect(() => {
    run();
    return () => window.clearTimeout(timer.current);
  }, []);

  return (
    <div
      class={`toast toast-${tone}`}
      onPointerEnter={hold}
      onPointerLeave={run}
      onFocusIn={hold}
      onFocusOut={run}
    >
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
      <IconButton icon="cross" label={sharedTexts.close} onClick={leave} />
    </div>
  );
}
