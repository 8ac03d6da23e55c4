import { useId } from 'preact/hooks';

interface ChoiceFieldProps<T extends string> {
  label: string;
  /** The label is only for screen readers; the options must make it clear. */
  labelUnseen?: boolean;
  hint?: string;
  value: T;
  /** Labels of the values. Pairs if the values may be numbers, because an object lists these first. */
  options: Readonly<Partial<Record<T, string>>> | readonly (readonly [T, string])[];
  onChange: (value: T) => void;
}

/** A choice of a few words. */
export function ChoiceField<T extends string>({
  label,
  labelUnseen,
  hint,
  value,
  options,
  onChange,
}: ChoiceFieldProps<T>) {
  const id = useId();
  const pairs = Array.isArray(options) ? options : Object.entries(options);
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
        {(pairs as readonly [T, string][]).map(([each, words]) => (
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
