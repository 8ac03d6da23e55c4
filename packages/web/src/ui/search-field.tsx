import type { Signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { bound } from './bound.ts';
import { Field } from './field.tsx';

interface SearchFieldProps {
  label: string;
  /** Default: the label. */
  placeholder?: string;
  words: Signal<string>;
  /** Shows the label above the field; otherwise only for screen readers. */
  labelSeen?: boolean;
  hint?: ComponentChildren;
}

export function SearchField({
  label,
  placeholder = label,
  words,
  labelSeen = false,
  hint,
}: SearchFieldProps) {
  return (
    <Field
      type="search"
      label={label}
      labelUnseen={!labelSeen}
      placeholder={placeholder}
      {...bound(words)}
      hint={hint}
    />
  );
}
