import { useState } from 'preact/hooks';
import { Field } from '../../ui/index.ts';

interface NumberFieldProps {
  label: string;
  value: number;
  /** Digits behind the point. */
  digits?: number;
  min?: number;
  max?: number;
  step?: number;
  error?: string | undefined;
  onChange: (value: number) => void;
}

/** A number that somebody else may change too, but not under the fingers of whoever writes it. */
export function NumberField({ value, digits = 1, onChange, ...rest }: NumberFieldProps) {
  const [written, setWritten] = useState<string | undefined>(undefined);
  const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = rest;
  // Without the sum there would be a “-0”.
  const shown = String(Number(value.toFixed(digits)) + 0);
  return (
    <Field
      {...rest}
      type="number"
      inputMode="decimal"
      value={written ?? shown}
      onInput={(event) => {
        const text = event.currentTarget.value;
        setWritten(text);
        const number = Number(text);
        if (text.trim() !== '' && number >= min && number <= max) onChange(number);
      }}
      onBlur={() => setWritten(undefined)}
    />
  );
}
