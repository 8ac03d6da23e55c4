import './checkbox.css';

interface CheckboxProps {
  label: string;
  hint?: string;
  small?: boolean;
  class?: string;
  value: boolean;
  onChange: (value: boolean) => void;
}

export function Checkbox({ label, hint, small, class: className = '', value, onChange }: CheckboxProps) {
  return (
    <label class={`${small ? 'checkbox-small' : 'checkbox'} ${className}`}>
      <input type="checkbox" checked={value} onChange={(event) => onChange(event.currentTarget.checked)} />
      <span>
        {label}
        {hint !== undefined && <span class="small soft">{hint}</span>}
      </span>
    </label>
  );
}
