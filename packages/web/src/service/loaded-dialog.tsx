import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { sharedTexts } from '../texts/shared.ts';
import { Dialog } from '../ui/index.ts';
import { showError } from './run-action.ts';

interface LoadedDialogProps<T> {
  title: string;
  read: () => Promise<T>;
  onClose: () => void;
  children: (loaded: T) => ComponentChildren;
}

/** A dialog whose content is read when it opens. Closes if reading fails. */
export function LoadedDialog<T>({ title, read, onClose, children }: LoadedDialogProps<T>) {
  const loaded = useSignal<T | undefined>(undefined);
  useEffect(() => {
    read().then(
      (found) => {
        loaded.value = found;
      },
      (error: unknown) => {
        showError(error);
        onClose();
      },
    );
  }, []);
  return (
    <Dialog title={title} onClose={onClose}>
      {loaded.value === undefined ? <p class="soft">{sharedTexts.loading}</p> : children(loaded.value)}
    </Dialog>
  );
}
