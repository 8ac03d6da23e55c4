import { type Signal, useSignal, useSignalEffect } from '@preact/signals';
import type { FunctionComponent } from 'preact';
import { plotterTexts } from '../../texts/plotter.ts';
import { showToast } from '../../ui/index.ts';

interface LazyDialogProps {
  isOpen: Signal<boolean>;
  load: () => Promise<FunctionComponent>;
}

/** A dialog that is needed now and then: its code is loaded when it is opened for the first time. */
export function LazyDialog({ isOpen, load }: LazyDialogProps) {
  const loaded = useSignal<FunctionComponent | undefined>(undefined);
  useSignalEffect(() => {
    if (!isOpen.value || loaded.peek() !== undefined) return;
    load().then(
      (dialog) => {
        loaded.value = dialog;
      },
      () => {
        isOpen.value = false;
        showToast({ tone: 'danger', message: plotterTexts.drawing.notLoaded });
      },
    );
  });
  const Loaded = loaded.value;
  return Loaded === undefined ? null : <Loaded />;
}
