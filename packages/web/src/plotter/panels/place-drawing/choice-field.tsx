import { useId } from 'preact/hooks';

interface ChoiceFieldProps<T extends string> {
  label: string;
  value: T;
  /** What each value is called that can be chosen. */
  options: Readonly<Partial<Record<T, string>>>;
  onChange: (value: T) => void;
}

/** One of a few words. */
export function ChoiceField<T extends string>({ label, value, options, onChange }: ChoiceFieldProps<T>) {
  const id = useId();
  return (
    <div class="field">
      <label for={id} class="field-label">
        {label}
      </label>
      <select
        id={id}
        class="field-input"
        value={value}
        onChange={(event) => onChange(event.currentTarget.value as T)}
      >
        {(Object.entries(options) as [T, string][]).map(([each, words]) => (
          <option key={each} value={each}>
            {words}
          </option>
        ))}
      </select>
    </div>
  );
}
