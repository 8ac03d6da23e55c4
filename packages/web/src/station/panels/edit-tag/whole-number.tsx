import type { Signal } from '@preact/signals';
import { Field } from '../../../ui/index.ts';

interface WholeNumberProps {
  label: string;
  number: Signal<number>;
  min?: number;
  max: number;
}

export function WholeNumber({ label, number, min = 1, max }: WholeNumberProps) {
  return (
    <Field
      type="number"
      label={label}
      value={number.value}
      min={min}
      max={max}
      onChange={(text) => {
        const typed = Math.round(Number(text));
        if (typed >= min && typed <= max) number.value = typed;
      }}
    />
  );
}
