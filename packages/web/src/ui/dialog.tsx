import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { sharedTexts } from '../texts/shared.ts';
import { IconButton } from './button.tsx';
import './dialog.css';

interface DialogProps {
  title: string;
  /** Called for Escape, the close button, and a click outside. */
  onClose: () => void;
  actions?: ComponentChildren;
  wide?: boolean;
  children: ComponentChildren;
}

/** The topmost is last. */
export const openDialogs = signal<readonly HTMLDialogElement[]>([]);

export function Dialog({ title, onClose, actions, wide = false, children }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  const id = useId();
  // Opens the dialog at once, because keys that are typed right after a shortcut belong to it.
  useLayoutEffect(() => {
    const dialog = element.current!;
    const before = document.activeElement;
    dialog.showModal();
    openDialogs.value = [...openDialogs.value, dialog];
    return () => {
      openDialogs.value = openDialogs.value.filter((open) => open !== dialog);
      dialog.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes the dialog: the browser sends `cancel`.
    <dialog
      ref={element}
      class={`dialog ${wide ? 'dialog-wide' : ''}`}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === element.current) onClose();
      }}
    >
      <div class="dialog-sheet stack gap-4">
        <header class="dialog-head">
          <h2 id={id} class="dialog-title">
            {title}
          </h2>
          <IconButton icon="cross" label={sharedTexts.close} onClick={onClose} />
        </header>
        {children}
        {actions !== undefined && <footer class="dialog-actions wrap">{actions}</footer>}
      </div>
    </dialog>
  );
}
