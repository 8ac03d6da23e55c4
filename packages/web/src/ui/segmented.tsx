import { useId } from 'preact/hooks';
import { type Options, pairsOf } from './options.ts';
import './segmented.css';

interface SegmentedProps<T extends string> {
  label: string;
  options: Options<T>;
  value: T;
  onChange: (value: T) => void;
}

export function Segmented<T extends string>({ label, options, value, onChange }: SegmentedProps<T>) {
  const name = useId();
  return (
    <fieldset class="segmented">
      <legend class="unseen">{label}</legend>
      {pairsOf(options).map(([each, words]) => (
        <label key={each} class="segment">
          <input
            type="radio"
            class="unseen"
            name={name}
            checked={each === value}
            onChange={() => onChange(each)}
          />
          <span class="segment-words small soft bold">{words}</span>
        </label>
      ))}
    </fieldset>
  );
}
