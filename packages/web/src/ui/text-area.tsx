import { useId } from 'preact/hooks';

interface TextAreaProps {
  label: string;
  rows: number;
  maxLength: number;
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
        id={id}
        class="field-input"
        value={value}
        onInput={(event) => onChange(event.currentTarget.value)}
        {...native}
      />
    </div>
  );
}
