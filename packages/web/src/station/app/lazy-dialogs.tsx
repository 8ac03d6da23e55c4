import { type ReadonlySignal, useSignal, useSignalEffect } from '@preact/signals';
import type { FunctionComponent } from 'preact';
import { showError } from '../../service/index.ts';
import { closeEditing, editing, phoneOpen, playerSettingsOpen, statisticsOpen } from '../state/dialogs.ts';

interface LazyParts<P> {
  isOpen: ReadonlySignal<unknown>;
  load: () => Promise<FunctionComponent<P>>;
  close: () => void;
}

/** A dialog that is needed now and then is loaded when it is opened for the first time. */
function useLazy<P>({ isOpen, load, close }: LazyParts<P>): FunctionComponent<P> | undefined {
  const loaded = useSignal<FunctionComponent<P> | undefined>(undefined);
  useSignalEffect(() => {
    if (!isOpen.value || loaded.peek() !== undefined) return;
    load().then(
      (dialog) => {
        loaded.value = dialog;
      },
      (error: unknown) => {
        close();
        showError(error);
      },
    );
  });
  return loaded.value;
}

export function LazyDialogs() {
  const EditTag = useLazy({
    isOpen: editing,
    load: async () => (await import('../panels/edit-tag/edit-tag-dialog.tsx')).EditTagDialog,
    close: closeEditing,
  });
  const Statistics = useLazy({
    isOpen: statisticsOpen,
    load: async () => (await import('../panels/statistics/statistics-dialog.tsx')).StatisticsDialog,
    close: () => {
      statisticsOpen.value = false;
    },
  });
  const PlayerSettings = useLazy({
    isOpen: playerSettingsOpen,
    load: async () =>
      (await import('../panels/player-settings/player-settings-dialog.tsx')).PlayerSettingsDialog,
    close: () => {
      playerSettingsOpen.value = false;
    },
  });
  const Phone = useLazy({
    isOpen: phoneOpen,
    load: async () => (await import('../panels/phone/phone-dialog.tsx')).PhoneDialog,
    close: () => {
      phoneOpen.value = false;
    },
  });
  const tag = editing.value;
  return (
    <>
      {tag !== undefined && EditTag !== undefined && <EditTag key={tag.id} tag={tag} />}
      {statisticsOpen.value && Statistics !== undefined && <Statistics />}
      {playerSettingsOpen.value && PlayerSettings !== undefined && <PlayerSettings />}
      {phoneOpen.value && Phone !== undefined && <Phone />}
    </>
  );
}
