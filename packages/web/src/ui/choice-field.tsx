import { useId } from 'preact/hooks';
import './field.css';

interface ChoiceFieldProps<T extends string> {
  label: string;
  /** The label is only for screen readers; the options must make it clear. */
  labelUnseen?: boolean;
  value: T;
  /** Labels of the values. */
  options: Readonly<Partial<Record<T, string>>>;
  onChange: (value: T) => void;
}

/** A choice of a few words. */
export function ChoiceField<T extends string>({
  label,
  labelUnseen,
  value,
  options,
  onChange,
}: ChoiceFieldProps<T>) {
  const id = useId();
  return (
    <div class="field">
      <label for={id} class={labelUnseen ? 'unseen' : 'field-label'}>
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
