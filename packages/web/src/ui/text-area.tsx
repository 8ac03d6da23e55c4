import type { TextareaHTMLAttributes } from 'preact';
import { useId } from 'preact/hooks';

interface TextAreaProps
  extends Pick<
    TextareaHTMLAttributes,
    'class' | 'rows' | 'maxLength' | 'placeholder' | 'spellcheck' | 'autocomplete'
  > {
  label: string;
  value: string;
  onChange: (text: string) => void;
}

export function TextArea({ label, value, onChange, ...native }: TextAreaProps) {
  const id = useId();
  return (
    <div class="field">
      <label for={id} class="field-label">
        {label}
      </label>
      <textarea
        {...native}
        id={id}
        class={`field-input ${native.class ?? ''}`}
        value={value}
        onInput={(event) => onChange(event.currentTarget.value)}
      />
    </div>
  );
}
