import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { explain } from '../../../service/index.ts';
import { sharedTexts } from '../../../texts/shared.ts';
import { stationTexts } from '../../../texts/station.ts';
import { Button, Field, IconButton, showToast } from '../../../ui/index.ts';
import { station } from '../../client.ts';
import { applyEvent } from '../../state/apply-event.ts';
import './station-name.css';
import { characterCount, longestNickname } from '../../state/file-names.ts';
import { settings } from '../../state/store.ts';

/** The name in the header, which becomes a form when it is changed. */
export function StationName() {
  const editing = useSignal(false);
  const opener = useRef<HTMLSpanElement>(null);
  const name = settings.value?.nickname ?? stationTexts.kind;
  const { name: texts } = stationTexts;
  if (editing.value) {
    const leave = () => {
      editing.value = false;
      // The pencil is there again in the next frame, and the keyboard should be too.
      requestAnimationFrame(() => opener.current?.querySelector('button')?.focus());
    };
    return <NameForm name={name} onLeave={leave} />;
  }
  return (
    <div class="station-name">
      <h1>{name}</h1>
      {settings.value !== undefined && (
        <span ref={opener}>
          <IconButton
            icon="pencil"
            label={texts.edit}
            onClick={() => {
              editing.value = true;
            }}
          />
        </span>
      )}
    </div>
  );
}

function NameForm({ name, onLeave }: { name: string; onLeave: () => void }) {
  const wanted = useSignal(name);
  const error = useSignal<string | undefined>(undefined);
  const input = useRef<HTMLInputElement>(null);
  const { name: texts } = stationTexts;
  useEffect(() => {
    input.current?.focus();
    input.current?.select();
  }, []);
  const length = characterCount(wanted.value.trim());

  const save = async () => {
    if (wanted.value.trim() === name) return onLeave();
    try {
      const data = await station.rename(wanted.value.trim());
      applyEvent({ id: '', name: 'settings', data });
      showToast({ message: texts.saved(data.nickname) });
      onLeave();
    } catch (thrown) {
      error.value = explain(thrown);
      input.current?.focus();
    }
  };

  return (
    <form
      class="station-name station-name-form"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <h1 class="unseen">{name}</h1>
      <Field
        label={texts.label}
        labelUnseen
        value={wanted.value}
        count={{ now: length, most: longestNickname }}
        error={error.value}
        class="station-name-input"
        inputRef={input}
        onInput={(event) => {
          wanted.value = event.currentTarget.value;
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onLeave();
        }}
      />
      <div class="station-name-actions">
        <Button onClick={onLeave}>{sharedTexts.cancel}</Button>
        <Button kind="primary" type="submit">
          {sharedTexts.save}
        </Button>
      </div>
    </form>
  );
}
