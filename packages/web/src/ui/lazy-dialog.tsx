import { useSignal, useSignalEffect } from '@preact/signals';
import type { FunctionComponent } from 'preact';
import { sharedTexts } from '../texts/shared.ts';
import type { DialogState } from './dialog-state.ts';
import { showToast } from './toast.tsx';

export interface LazyDialogProps {
  state: Pick<DialogState<unknown>, 'value' | 'close'>;
  load: () => Promise<FunctionComponent>;
}

/** Loads the code of a rarely used dialog when it is opened for the first time. */
export function LazyDialog({ state, load }: LazyDialogProps) {
  const loaded = useSignal<FunctionComponent | undefined>(undefined);
  useSignalEffect(() => {
    if (state.value === undefined || loaded.peek() !== undefined) return;
    load().then(
      (dialog) => {
        loaded.value = dialog;
      },
      () => {
        state.close();
        showToast({ tone: 'danger', message: sharedTexts.notLoaded });
      },
    );
  });
  const Loaded = loaded.value;
  return state.value === undefined || Loaded === undefined ? null : <Loaded />;
}
