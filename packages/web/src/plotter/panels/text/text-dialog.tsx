import { signal } from '@preact/signals';
import { maxTextCharacters, type TextStyle, textDefaults, textLimits, textSvg } from '@stationery/drawing';
import { useId } from 'preact/hooks';
import { writeTextTexts as texts } from '../../../texts/write-text.ts';
import { ChoiceField } from '../../../ui/choice-field.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { NumberField } from '../../components/number-field.tsx';
import { textDialog } from '../../state/dialogs.ts';
import { placedDrawing } from '../../state/drawing/placed-drawing.ts';
import { addToSheet, openFiles } from '../../state/files/open-files.ts';
import './text-dialog.css';

/** Kept for the next text. */
const style = signal(textDefaults);
const words = signal('');

export function TextDialog() {
  const id = useId();
  const { sizeMm, align, lineHeight, letterSpacingMm } = style.value;
  const change = (changed: Partial<TextStyle>) => {
    style.value = { ...style.value, ...changed };
  };
  const submit = async () => {
    const text = words.value.trim();
    const name = text.replace(/\s+/g, ' ').slice(0, 40);
    const file = new File([textSvg(text, style.value)], `${name}.svg`, { type: 'image/svg+xml' });
    textDialog.close();
    await (placedDrawing.peek() === undefined ? openFiles : addToSheet)([file]);
  };
  return (
    <FormDialog
      title={texts.title}
      submit={texts.add}
      isDisabled={words.value.trim() === ''}
      onSubmit={submit}
      onClose={textDialog.close}
    >
      <div class="field">
        <label for={id} class="field-label">
          {texts.text}
        </label>
        <textarea
          id={id}
          class="field-input"
          rows={4}
          maxLength={maxTextCharacters}
          value={words.value}
          onInput={({ currentTarget }) => {
            words.value = currentTarget.value;
          }}
        />
      </div>
      <div class="text-fields">
        <NumberField
          label={texts.size}
          value={sizeMm}
          {...rangeOf('sizeMm')}
          onChange={(value) => change({ sizeMm: value })}
        />
        <ChoiceField
          label={texts.align}
          value={align}
          options={texts.aligns}
          onChange={(value) => change({ align: value })}
        />
        <NumberField
          label={texts.lineHeight}
          value={lineHeight}
          {...rangeOf('lineHeight')}
          onChange={(value) => change({ lineHeight: value })}
        />
        <NumberField
          label={texts.letterSpacing}
          value={letterSpacingMm}
          {...rangeOf('letterSpacingMm')}
          onChange={(value) => change({ letterSpacingMm: value })}
        />
      </div>
    </FormDialog>
  );
}

function rangeOf(name: keyof typeof textLimits): { min: number; max: number } {
  const [min, max] = textLimits[name];
  return { min, max };
}
