import type { Signal } from '@preact/signals';
import { useId } from 'preact/hooks';
import { editTagTexts } from '../../../texts/edit-tag.ts';

/** Colours that are distinct in light and dark; each has a name for screen readers. */
const colours = [
  ['red', '#d64541'],
  ['orange', '#e8862e'],
  ['yellow', '#e3b505'],
  ['green', '#3f9b5c'],
  ['teal', '#1f9aa8'],
  ['blue', '#3d6fd6'],
  ['purple', '#8a5bd1'],
  ['pink', '#d6579b'],
] as const;

export function ColourField({ colour }: { colour: Signal<string | null> }) {
  const name = useId();
  const option = (value: string | null, label: string) => (
    <label
      key={value ?? 'none'}
      class={`swatch ${value === null ? 'swatch-none' : ''}`}
      title={label}
      style={value === null ? {} : { '--swatch': value }}
    >
      <input
        type="radio"
        class="unseen"
        name={name}
        checked={colour.value === value}
        onChange={() => {
          colour.value = value;
        }}
      />
      <span class="unseen">{label}</span>
    </label>
  );
  const isOther = colour.value !== null && !colours.some(([, value]) => value === colour.value);
  return (
    <fieldset class="swatches wrap">
      <legend class="field-label">{editTagTexts.colour}</legend>
      {option(null, editTagTexts.colours.none)}
      {colours.map(([key, value]) => option(value, editTagTexts.colours[key]))}
      {isOther && option(colour.value, editTagTexts.colours.other)}
    </fieldset>
  );
}
