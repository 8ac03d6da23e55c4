import { useEffect, useRef, useState } from 'preact/hooks';
import { numberText, readNumber } from '../../texts/number-text.ts';
import { placeDrawingTexts } from '../../texts/place-drawing.ts';
import { Field } from '../../ui/index.ts';

const texts = placeDrawingTexts.wrong;

interface SharedProps {
  label: string;
  hint?: string | undefined;
  min?: number;
  max?: number;
  step?: number;
  isWhole?: boolean;
  error?: string | undefined;
}

interface RequiredProps extends SharedProps {
  isOptional?: false;
  value: number;
  digits?: number;
  onChange: (value: number) => void;
}

interface OptionalProps extends SharedProps {
  isOptional: true;
  value: number | undefined;
  /** Applies while the field is empty. */
  fallback?: number | undefined;
  onChange: (value: number | undefined) => void;
}

/**
 * Ignores invalid numbers, and shows what is wrong on Enter or, in a form, when the field loses the focus. While the
 * field has the focus, keeps the typed text even if the value changes elsewhere. It is a text field, because Chromium
 * shows number fields in its own language instead of the page's.
 */
export function NumberField(props: RequiredProps | OptionalProps) {
  const { label, hint, min, max, step = 1, isWhole = false, error, value, isOptional = false } = props;
  const [written, setWritten] = useState<string | undefined>(undefined);
  const [wrong, setWrong] = useState<string | undefined>(undefined);
  const input = useRef<HTMLInputElement>(null);
  const forget = () => {
    setWritten(undefined);
    setWrong(undefined);
    input.current?.setCustomValidity('');
  };
  useEffect(() => {
    if (document.activeElement !== input.current) forget();
  }, [value]);
  const wrongIn = (text: string) =>
    isOptional && text.trim() === '' ? undefined : wrongNumber(readNumber(text), { min, max, isWhole });
  const change = (text: string) => {
    setWritten(text);
    setWrong(undefined);
    const problem = wrongIn(text);
    // Makes the field invalid, because the form must not be submitted with the previous number.
    input.current?.setCustomValidity(problem ?? '');
    if (problem !== undefined) return;
    if (props.isOptional) props.onChange(text.trim() === '' ? undefined : readNumber(text));
    else props.onChange(readNumber(text));
  };
  const stepBy = (by: number, text: string) => {
    const typed = readNumber(text);
    const from = Number.isNaN(typed) ? ((props.isOptional ? props.fallback : value) ?? 0) : typed;
    const next = Math.min(Math.max(from + by, min ?? -Infinity), max ?? Infinity);
    change(numberText(next));
  };
  return (
    <Field
      {...{ label, hint }}
      inputRef={input}
      role="spinbutton"
      aria-valuemin={min}
      aria-valuemax={max}
      aria-valuenow={value}
      inputMode="decimal"
      placeholder={props.isOptional && props.fallback !== undefined ? numberText(props.fallback) : ''}
      value={written ?? shown(props)}
      error={wrong ?? error}
      onChange={change}
      onKeyDown={(event) => {
        const { key, currentTarget } = event;
        if (key === 'ArrowUp' || key === 'ArrowDown') {
          event.preventDefault();
          stepBy(key === 'ArrowUp' ? step : -step, currentTarget.value);
        }
        // Does not complain while the user types, because a number such as 0.5 begins with a 0, which may be invalid.
        if (key === 'Enter' && written !== undefined) setWrong(wrongIn(currentTarget.value));
      }}
      onBlur={({ currentTarget }) => {
        // In a form, keeps the invalid text. Otherwise, the previous number would replace it and be saved.
        const problem = currentTarget.form && written !== undefined ? wrongIn(written) : undefined;
        if (problem === undefined) forget();
        else setWrong(problem);
      }}
    />
  );
}

function shown(props: RequiredProps | OptionalProps): string {
  if (props.isOptional) return props.value === undefined ? '' : numberText(props.value);
  // Adding 0 turns -0 into 0.
  return numberText(Number(props.value.toFixed(props.digits ?? 1)) + 0);
}

interface Bounds {
  min: number | undefined;
  max: number | undefined;
  isWhole: boolean;
}

function wrongNumber(number: number, { min, max, isWhole }: Bounds): string | undefined {
  if (Number.isNaN(number)) return texts.none;
  if (min !== undefined && number < min) return texts.small(min);
  if (max !== undefined && number > max) return texts.large(max);
  return isWhole && !Number.isInteger(number) ? texts.whole : undefined;
}
