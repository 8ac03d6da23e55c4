import { useState } from 'preact/hooks';
import { Field } from '../../../ui/index.ts';
import { wrongNumber } from './number-field.tsx';

interface OptionalNumberFieldProps {
  label: string;
  hint?: string | undefined;
  value: number | undefined;
  /** What counts while the field is empty. */
  usual?: number | undefined;
  min: number;
  max: number;
  isWhole?: boolean;
  onChange: (value: number | undefined) => void;
}

/** A number that may be left empty. What cannot be is not taken, and Enter says why. */
export function OptionalNumberField({
  value,
  usual,
  isWhole = false,
  onChange,
  ...rest
}: OptionalNumberFieldProps) {
  const [written, setWritten] = useState<string | undefined>(undefined);
  const [wrong, setWrong] = useState<string | undefined>(undefined);
  const wrongIn = (input: HTMLInputElement) =>
    // A browser gives no text for what is not a number, but says so.
    input.value === '' && !input.validity.badInput
      ? undefined
      : wrongNumber(input.value, { ...rest, isWhole });
  return (
    <Field
      {...rest}
      type="number"
      inputMode="decimal"
      step={isWhole ? 1 : 'any'}
      placeholder={usual === undefined ? '' : String(usual)}
      value={written ?? (value === undefined ? '' : String(value))}
      error={wrong}
      onInput={({ currentTarget }) => {
        const { value: text } = currentTarget;
        setWritten(text);
        setWrong(undefined);
        if (wrongIn(currentTarget) === undefined) onChange(text === '' ? undefined : Number(text));
      }}
      onKeyDown={({ key, currentTarget }) => {
        if (key === 'Enter') setWrong(wrongIn(currentTarget));
      }}
      onBlur={() => {
        setWritten(undefined);
        setWrong(undefined);
      }}
    />
  );
}
