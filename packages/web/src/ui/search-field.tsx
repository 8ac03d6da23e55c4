import type { Signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { bound } from './bound.ts';
import { Field } from './field.tsx';

interface SearchFieldProps {
  label: string;
  /** Default: the label. */
  placeholder?: string;
  words: Signal<string>;
  /** Whether the label is visible. If not, only screen readers read it. */
  labelSeen?: boolean;
  hint?: ComponentChildren;
}

export function SearchField(props: SearchFieldProps) {
  const { label, placeholder = label, words, labelSeen = false, hint } = props;
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
