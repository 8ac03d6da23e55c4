import type { AllHTMLAttributes, ComponentChildren, Ref } from 'preact';
import { useId } from 'preact/hooks';
import { sharedTexts } from '../texts/shared.ts';
import './field.css';

/** What an input of ours can be told beside; its full type depends on its kind, and would say no more here. */
type Native = Pick<
  AllHTMLAttributes<HTMLInputElement>,
  | 'class'
  | 'placeholder'
  | 'maxLength'
  | 'autocomplete'
  | 'onInput'
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
  | 'aria-autocomplete'
  | 'aria-expanded'
  | 'aria-controls'
  | 'aria-activedescendant'
>;

interface FieldProps extends Native {
  label: string;
  type?: 'text' | 'search' | 'password' | 'number';
  value?: string | number;
  /** The label is read out only; what is asked must be plain from what stands around. */
  labelUnseen?: boolean;
  hint?: ComponentChildren;
  /** How long the text is, and how long it may be. */
  count?: { now: number; most: number };
  error?: string | undefined;
  inputRef?: Ref<HTMLInputElement>;
}

/** A line to write on, with its name above and what is wrong with it below. */
export function Field({ label, labelUnseen, hint, count, error, inputRef, ...native }: FieldProps) {
  const id = useId();
  const noteId = `${id}-note`;
  const note = error ?? hint;
  const isTooLong = count !== undefined && count.now > count.most;
  return (
    <div class={`field ${error === undefined ? '' : 'field-wrong'}`}>
      <label for={id} class={labelUnseen ? 'unseen' : 'field-label'}>
        {label}
      </label>
      <input
        {...(native as object)}
        autocomplete={native.autocomplete ?? 'off'}
        id={id}
        ref={inputRef ?? null}
        class={`field-input ${native.class ?? ''}`}
        aria-invalid={error !== undefined || isTooLong}
        aria-describedby={note === undefined ? undefined : noteId}
      />
      {count !== undefined && (
        <p class={`field-count ${isTooLong ? 'field-count-over' : ''}`} role="status">
          <span aria-hidden="true">{`${count.now}/${count.most}`}</span>
          {isTooLong && <span class="unseen">{sharedTexts.tooLong(count.now, count.most)}</span>}
        </p>
      )}
      {note !== undefined && (
        <p id={noteId} class="field-note" role={error === undefined ? undefined : 'alert'}>
          {note}
        </p>
      )}
    </div>
  );
}
