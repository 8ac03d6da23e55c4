import { useSignal, useSignalEffect } from '@preact/signals';
import type { FunctionComponent } from 'preact';
import { sharedTexts } from '../texts/shared.ts';
import { showToast } from './toast.tsx';

interface LazyDialogProps {
  state: { readonly value: unknown; close?: () => void };
  load: () => Promise<FunctionComponent>;
}

export type LazyDialogList = readonly (readonly [LazyDialogProps['state'], LazyDialogProps['load']])[];

export function LazyDialogs({ dialogs }: { dialogs: LazyDialogList }) {
  return (
    <>
      {dialogs.map(([state, load], at) => (
        <LazyDialog key={at} state={state} load={load} />
      ))}
    </>
  );
}

export function LazyDialog({ state, load }: LazyDialogProps) {
  const loaded = useSignal<FunctionComponent | undefined>(undefined);
  useSignalEffect(() => {
    if (state.value === undefined || loaded.peek() !== undefined) return;
    load().then(
      (dialog) => {
        loaded.value = dialog;
      },
      () => {
        state.close?.();
        showToast({ tone: 'danger', message: sharedTexts.notLoaded });
      },
    );
  });
  const Loaded = loaded.value;
  return state.value === undefined || Loaded === undefined ? null : <Loaded />;
}
