import { useState } from 'preact/hooks';
import { placeDrawingTexts } from '../../texts/place-drawing.ts';
import { Field } from '../../ui/index.ts';

const texts = placeDrawingTexts.wrong;

interface Shared {
  label: string;
  hint?: string | undefined;
  min?: number;
  max?: number;
  step?: number;
  isWhole?: boolean;
  error?: string | undefined;
}

interface Required extends Shared {
  isOptional?: false;
  value: number;
  /** Decimals shown. */
  digits?: number;
  onChange: (value: number) => void;
}

interface Optional extends Shared {
  isOptional: true;
  value: number | undefined;
  /** Used while the field is empty. */
  fallback?: number | undefined;
  onChange: (value: number | undefined) => void;
}

/** Ignores invalid numbers; Enter shows why. Keeps the typed text if the value changes elsewhere meanwhile. */
export function NumberField(props: Required | Optional) {
  const { label, hint, min, max, step, isWhole = false, error } = props;
  const [written, setWritten] = useState<string | undefined>(undefined);
  const [wrong, setWrong] = useState<string | undefined>(undefined);
  const wrongIn = (input: HTMLInputElement) =>
    // The value is empty for text that is not a number, too.
    props.isOptional && input.value === '' && !input.validity.badInput
      ? undefined
      : wrongNumber(input.value, { min, max, isWhole });
  return (
    <Field
      {...{ label, hint, min, max }}
      type="number"
      inputMode="decimal"
      step={step ?? (isWhole ? 1 : 'any')}
      placeholder={props.isOptional && props.fallback !== undefined ? String(props.fallback) : ''}
      value={written ?? shown(props)}
      error={wrong ?? error}
      onChange={(text, input) => {
        setWritten(text);
        setWrong(undefined);
        if (wrongIn(input) !== undefined) return;
        if (props.isOptional) props.onChange(text === '' ? undefined : Number(text));
        else props.onChange(Number(text));
      }}
      // On Enter only, because 0.5 begins with a 0.
      onKeyDown={({ key, currentTarget }) => {
        if (key === 'Enter' && written !== undefined) setWrong(wrongIn(currentTarget));
      }}
      onBlur={() => {
        setWritten(undefined);
        setWrong(undefined);
      }}
    />
  );
}

function shown(props: Required | Optional): string {
  if (props.isOptional) return props.value === undefined ? '' : String(props.value);
  // Adding 0 avoids “-0”.
  return String(Number(props.value.toFixed(props.digits ?? 1)) + 0);
}

interface Bounds {
  min: number | undefined;
  max: number | undefined;
  isWhole: boolean;
}

function wrongNumber(text: string, { min, max, isWhole }: Bounds): string | undefined {
  const number = text.trim() === '' ? Number.NaN : Number(text);
  if (Number.isNaN(number)) return texts.none;
  if (min !== undefined && number < min) return texts.small(min);
  if (max !== undefined && number > max) return texts.large(max);
  return isWhole && !Number.isInteger(number) ? texts.whole : undefined;
}
