import { useId } from 'preact/hooks';
import { type Options, pairsOf } from './options.ts';
import './choice-field.css';

interface ChoiceFieldProps<T extends string> {
  label: string;
  /** For screen readers only. The options must make the meaning clear. */
  labelUnseen?: boolean;
  hint?: string;
  value: T;
  options: Options<T>;
  onChange: (value: T) => void;
}

export function ChoiceField<T extends string>(props: ChoiceFieldProps<T>) {
  const { label, labelUnseen, hint, value, options, onChange } = props;
  const id = useId();
  return (
    <div class="field">
      <label for={id} class={labelUnseen ? 'unseen' : 'field-label'}>
        {label}
      </label>
      <select
        id={id}
        class="field-input"
        aria-describedby={hint && `${id}-hint`}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value as T)}
      >
        {pairsOf(options).map(([each, words]) => (
          <option key={each} value={each}>
            {words}
          </option>
        ))}
      </select>
      {hint && (
        <p id={`${id}-hint`} class="field-note small soft">
          {hint}
        </p>
      )}
    </div>
  );
}
