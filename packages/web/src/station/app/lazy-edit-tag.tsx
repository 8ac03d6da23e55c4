import { useSignal, useSignalEffect } from '@preact/signals';
import type { Tag } from '@stationery/client';
import type { FunctionComponent } from 'preact';
import { explain } from '../../service/index.ts';
import { showToast } from '../../ui/index.ts';
import { closeEditing, editing } from '../state/dialogs.ts';

/** The dialog of a tag is loaded when somebody edits one. */
export function LazyEditTag() {
  const loaded = useSignal<FunctionComponent<{ tag: Tag }> | undefined>(undefined);
  useSignalEffect(() => {
    if (editing.value === undefined || loaded.peek() !== undefined) return;
    import('../panels/edit-tag/edit-tag-dialog.tsx').then(
      ({ EditTagDialog }) => {
        loaded.value = EditTagDialog;
      },
      (error: unknown) => {
        closeEditing();
        showToast({ tone: 'danger', message: explain(error) });
      },
    );
  });
  const tag = editing.value;
  const Loaded = loaded.value;
  return tag === undefined || Loaded === undefined ? null : <Loaded key={tag.id} tag={tag} />;
}
