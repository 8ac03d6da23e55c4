import type { AllHTMLAttributes, ComponentChildren, Ref } from 'preact';
import { useId } from 'preact/hooks';
import { sharedTexts } from '../texts/shared.ts';
import './field.css';

/** Picks these attributes, because the full type depends on the kind of input. */
type Native = Pick<
  AllHTMLAttributes<HTMLInputElement>,
  | 'class'
  | 'placeholder'
  | 'maxLength'
  | 'autocomplete'
  | 'onKeyDown'
  | 'onBlur'
  | 'name'
  | 'required'
  | 'disabled'
  | 'min'
  | 'max'
  | 'step'
  | 'inputMode'
  | 'spellcheck'
  | 'autocapitalize'
  | 'role'
  | 'aria-valuemin'
  | 'aria-valuemax'
  | 'aria-valuenow'
  | 'aria-autocomplete'
  | 'aria-expanded'
  | 'aria-controls'
  | 'aria-activedescendant'
>;

interface FieldProps extends Native {
  label: string;
  type?: 'text' | 'search' | 'password' | 'number' | 'time';
  value?: string | number;
  /** For screen readers only. The context must make the meaning clear. */
  labelUnseen?: boolean;
  hint?: ComponentChildren;
  count?: { now: number; max: number };
  error?: string | undefined;
  inputRef?: Ref<HTMLInputElement>;
  onChange?: (text: string, input: HTMLInputElement) => void;
}

export function Field({ label, labelUnseen, hint, count, error, inputRef, onChange, ...native }: FieldProps) {
  const id = useId();
  const noteId = `${id}-note`;
  const note = error ?? hint;
  const isTooLong = count !== undefined && count.now > count.max;
  return (
    <div class={`field ${error === undefined ? '' : 'field-wrong'}`}>
      <label for={id} class={labelUnseen ? 'unseen' : 'field-label'}>
        {label}
      </label>
      <input
        {...(native as object)}
        onInput={({ currentTarget }) => onChange?.(currentTarget.value, currentTarget)}
        autocomplete={native.autocomplete ?? 'off'}
        id={id}
        ref={inputRef ?? null}
        class={`field-input ${native.class ?? ''}`}
        aria-invalid={error !== undefined || isTooLong}
        aria-describedby={note === undefined ? undefined : noteId}
      />
      {count !== undefined && (
        <p class={`field-count ${isTooLong ? 'field-count-over' : ''}`} role="status">
          <span aria-hidden="true">{`${count.now}/${count.max}`}</span>
          {isTooLong && <span class="unseen">{sharedTexts.tooLong(count.now, count.max)}</span>}
        </p>
      )}
      {note !== undefined && (
        <p id={noteId} class="field-note small soft" role={error === undefined ? undefined : 'alert'}>
          {note}
        </p>
      )}
    </div>
  );
}
