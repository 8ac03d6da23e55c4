import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { explain } from '../service/index.ts';
import { sharedTexts } from '../texts/shared.ts';
import { stationTexts } from '../texts/station.ts';
import { Field, IconButton, showToast } from '../ui/index.ts';
import { applyEvent } from './apply-event.ts';
import { station } from './client.ts';
import './station-name.css';
import { settings } from './store.ts';

/** The name in the letterhead, which becomes a line to write on where it stands. */
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
  const error = useSignal<string | undefined>(undefined);
  const input = useRef<HTMLInputElement | null>(null);
  const { name: texts } = stationTexts;

  const save = async () => {
    const wanted = input.current?.value.trim() ?? '';
    if (wanted === name) return onLeave();
    try {
      const data = await station.rename(wanted);
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
        value={name}
        maxLength={64}
        error={error.value}
        class="station-name-input"
        inputRef={(element) => {
          if (element !== null && input.current === null) {
            element.focus();
            element.select();
          }
          input.current = element;
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onLeave();
        }}
      />
      <IconButton icon="check" label={sharedTexts.save} type="submit" />
      <IconButton icon="cross" label={sharedTexts.cancel} onClick={onLeave} />
    </form>
  );
}
