import { useState } from 'preact/hooks';
import { placeDrawingTexts } from '../../../texts/place-drawing.ts';
import { Field } from '../../../ui/index.ts';

const texts = placeDrawingTexts.wrong;

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
export function NumberField({ value, digits = 1, error, onChange, ...rest }: NumberFieldProps) {
  const [written, setWritten] = useState<string | undefined>(undefined);
  const [wrong, setWrong] = useState<string | undefined>(undefined);
  const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = rest;
  // Without the sum there would be a “-0”.
  const shown = String(Number(value.toFixed(digits)) + 0);
  return (
    <Field
      {...rest}
      type="number"
      inputMode="decimal"
      value={written ?? shown}
      error={wrong ?? error}
      onInput={(event) => {
        const text = event.currentTarget.value;
        setWritten(text);
        setWrong(undefined);
        if (wrongNumber(text, { min, max }) === undefined) onChange(Number(text));
      }}
      // Not sooner: whoever writes 0.5 begins with a 0.
      onKeyDown={({ key }) => {
        if (key === 'Enter' && written !== undefined) setWrong(wrongNumber(written, { min, max }));
      }}
      onBlur={() => {
        setWritten(undefined);
        setWrong(undefined);
      }}
    />
  );
}

interface Bounds {
  min: number;
  max: number;
  isWhole?: boolean;
}

/** What is wrong with a number as somebody wrote it. */
export function wrongNumber(text: string, { min, max, isWhole = false }: Bounds): string | undefined {
  const number = text.trim() === '' ? Number.NaN : Number(text);
  if (Number.isNaN(number)) return texts.none;
  if (number < min) return texts.small(min);
  if (number > max) return texts.large(max);
  return isWhole && !Number.isInteger(number) ? texts.whole : undefined;
}
