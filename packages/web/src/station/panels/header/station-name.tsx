import { useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { explain } from '../../../service/index.ts';
import { stationTexts } from '../../../texts/station.ts';
import { bound } from '../../../ui/bound.ts';
import { Field, FormDialog, IconButton, showToast } from '../../../ui/index.ts';
import { station } from '../../client.ts';
import { applyEvent } from '../../state/apply-event.ts';
import { characterCount, maxNicknameLength } from '../../state/file-names.ts';
import { settings } from '../../state/store.ts';
import './station-name.css';

export function StationName() {
  const editing = useSignal(false);
  const name = settings.value?.nickname ?? stationTexts.kind;
  return (
    <div class="station-name row">
      <h1>{name}</h1>
      {settings.value !== undefined && (
        <IconButton
          icon="pencil"
          label={stationTexts.name.edit}
          onClick={() => {
            editing.value = true;
          }}
        />
      )}
      {editing.value && (
        <RenameDialog
          name={name}
          onClose={() => {
            editing.value = false;
          }}
        />
      )}
    </div>
  );
}

function RenameDialog({ name, onClose }: { name: string; onClose: () => void }) {
  const { name: texts } = stationTexts;
  const wanted = useSignal(name);
  const error = useSignal<string | undefined>(undefined);
  const input = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    input.current?.focus();
    input.current?.select();
  }, []);

  const save = async () => {
    if (wanted.value.trim() === name) return onClose();
    try {
      const data = await station.rename(wanted.value.trim());
      applyEvent({ id: '', name: 'settings', data });
      showToast({ message: texts.saved(data.nickname) });
      onClose();
    } catch (thrown) {
      error.value = explain(thrown);
      input.current?.focus();
    }
  };

  return (
    <FormDialog title={texts.edit} onClose={onClose} onSubmit={save}>
      <Field
        label={texts.label}
        {...bound(wanted)}
        count={{ now: characterCount(wanted.value.trim()), max: maxNicknameLength }}
        error={error.value}
        inputRef={input}
      />
    </FormDialog>
  );
}
