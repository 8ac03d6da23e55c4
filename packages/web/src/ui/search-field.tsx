import type { Signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { bound } from './bound.ts';
import { Field } from './field.tsx';

interface SearchFieldProps {
  label: string;
  /** Left out, it is the label. */
  placeholder?: string;
  words: Signal<string>;
  /** Above the field; else the label is read out only. */
  labelSeen?: boolean;
  hint?: ComponentChildren;
}

/** Words to look for. */
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
