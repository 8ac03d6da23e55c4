import type { Signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { bound } from './bound.ts';
import { Field } from './field.tsx';

interface SearchFieldProps {
  label: string;
  /** Default: the label. */
  placeholder?: string;
  words: Signal<string>;
  /** If not, only screen readers have the label. */
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
