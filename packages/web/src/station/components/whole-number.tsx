import { Field } from '../../ui/index.ts';

interface WholeNumberProps {
  label: string;
  value: number;
  min?: number;
  max: number;
  onChange: (value: number) => void;
}

export function WholeNumber({ label, value, min = 1, max, onChange }: WholeNumberProps) {
  return (
    <Field
      type="number"
      label={label}
      value={value}
      min={min}
      max={max}
      required
      onChange={(text) => {
        const typed = Math.round(Number(text));
        if (typed >= min && typed <= max) onChange(typed);
      }}
    />
  );
}
