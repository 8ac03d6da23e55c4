import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { sharedTexts } from '../texts/shared.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

interface DialogFormProps {
  class?: string;
  /** The button is busy until the returned promise settles. */
  onSubmit: () => unknown;
  onCancel: () => void;
  submit?: string;
  isDisabled?: boolean;
  noValidate?: boolean;
  /** Buttons before “Cancel”. */
  before?: ComponentChildren;
  children: ComponentChildren;
}

export function DialogForm({
  class: className = '',
  onSubmit,
  onCancel,
  submit = sharedTexts.save,
  isDisabled = false,
  noValidate = false,
  before,
  children,
}: DialogFormProps) {
  const isBusy = useSignal(false);
  const run = async () => {
    if (isBusy.value) return;
    isBusy.value = true;
    try {
      await onSubmit();
    } finally {
      isBusy.value = false;
    }
  };
  return (
    <form
      class={`dialog-form ${className}`}
      noValidate={noValidate}
      // Opens sections with invalid fields, because the browser shows errors only in open sections.
      onInvalidCapture={({ target }) => {
        for (let part = target as Element | null; part; part = part.parentElement)
          if (part instanceof HTMLDetailsElement) part.open = true;
      }}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isDisabled) void run();
      }}
    >
      {children}
      <div class="dialog-actions wrap">
        {before}
        <Button onClick={onCancel}>{sharedTexts.cancel}</Button>
        <Button kind="primary" type="submit" busy={isBusy.value} disabled={isDisabled}>
          {submit}
        </Button>
      </div>
    </form>
  );
}

interface FormDialogProps extends Omit<DialogFormProps, 'onCancel'> {
  title: string;
  wide?: boolean;
  onClose: () => void;
}

export function FormDialog({ title, wide = false, onClose, ...form }: FormDialogProps) {
  return (
    <Dialog title={title} wide={wide} onClose={onClose}>
      <DialogForm {...form} onCancel={onClose} />
    </Dialog>
  );
}
