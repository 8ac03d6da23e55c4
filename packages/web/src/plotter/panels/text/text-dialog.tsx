import { signal } from '@preact/signals';
import {
  DrawingError,
  type LineFont,
  type LineFontName,
  lineFonts,
  maxTextCharacters,
  readSvgFont,
  type TextStyle,
  textDefaults,
  textLimits,
  textSvg,
} from '@stationery/drawing';
import { useEffect, useRef } from 'preact/hooks';
import { errorToastMs, reportFailure } from '../../../service/run-action.ts';
import { writeTextTexts as texts } from '../../../texts/write-text.ts';
import { bound } from '../../../ui/bound.ts';
import { ChoiceField, FormDialog, showToast, TextArea } from '../../../ui/index.ts';
import { NumberField } from '../../components/number-field.tsx';
import { textDialog } from '../../state/dialogs.ts';
import { placedDrawing } from '../../state/drawing/placed-drawing.ts';
import { openFiles } from '../../state/files/open-files.ts';
import { addToSheet } from '../../state/files/open-inspected.ts';
import './text-dialog.css';

/** Kept for the next text. */
const style = signal(textDefaults);
const words = signal('');
const fontName = signal<FontName>('built-in');
const font = signal<LineFont | undefined>(undefined);

type FontName = 'built-in' | LineFontName | 'own';

const titles = Object.entries(lineFonts).map(([name, { title }]) => [name, title]);
const fontOptions: Partial<Record<FontName, string>> = {
  'built-in': texts.builtIn,
  ...Object.fromEntries(titles),
  own: texts.ownFont,
};

function takeFont(name: FontName, chosen: LineFont | undefined): void {
  fontName.value = name;
  font.value = chosen;
}

async function chooseFont(name: Exclude<FontName, 'own'>): Promise<void> {
  if (name === 'built-in') takeFont(name, undefined);
  else takeFont(name, readSvgFont((await lineFonts[name].source()).font));
}

export function TextDialog() {
  const fontFile = useRef<HTMLInputElement>(null);
  const text = words.value.trim();
  const svg = previewOf(text);
  const { sizeMm, align, lineHeight, letterSpacingMm } = style.value;
  const change = (changed: Partial<TextStyle>) => {
    style.value = { ...style.value, ...changed };
  };
  const submit = async () => {
    const name = text.replace(/\s+/g, ' ').slice(0, 40);
    const file = new File([svg!], `${name}.svg`, { type: 'image/svg+xml' });
    textDialog.close();
    if (placedDrawing.peek() === undefined) await openFiles([file]);
    else await addToSheet([file], { keepsPlaces: true });
  };
  return (
    <FormDialog
      title={texts.title}
      submit={texts.add}
      isDisabled={!svg}
      onSubmit={submit}
      onClose={textDialog.close}
    >
      <TextArea label={texts.text} rows={4} maxLength={maxTextCharacters} {...bound(words)} />
      {svg === undefined && <p class="danger">{texts.tooLong}</p>}
      <TextPreview svg={svg ?? ''} />
      <input
        ref={fontFile}
        type="file"
        accept=".svg,image/svg+xml"
        hidden
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          currentTarget.value = '';
          if (file !== undefined)
            void reportFailure(
              async () => takeFont('own', readSvgFont(await file.text())),
              (error) => showToast({ message: whyNot(error), tone: 'danger', durationMs: errorToastMs }),
            );
        }}
      />
      <ChoiceField
        label={texts.font}
        value={fontName.value}
        options={fontOptions}
        onChange={(name) =>
          name === 'own' ? fontFile.current?.click() : void reportFailure(() => chooseFont(name))
        }
      />
      <div class="pair">
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

/** Returns undefined if the text is too large. */
function previewOf(text: string): string | undefined {
  try {
    return text === '' ? '' : textSvg(text, style.value, font.value);
  } catch (error) {
    if (!(error instanceof DrawingError)) throw error;
    return undefined;
  }
}

const whyNot = (error: unknown) =>
  error instanceof DrawingError && error.code === 'drawing.too-large' ? texts.tooLarge : texts.notAFont;

function TextPreview({ svg }: { svg: string }) {
  const picture = useRef<HTMLImageElement>(null);
  useEffect(() => {
    if (svg === '' || picture.current === null) return undefined;
    const url = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
    picture.current.src = url;
    return () => URL.revokeObjectURL(url);
  }, [svg]);
  return svg === '' ? null : <img ref={picture} class="text-preview" alt={texts.preview} />;
}

function rangeOf(name: keyof typeof textLimits): { min: number; max: number } {
  const [min, max] = textLimits[name];
  return { min, max };
}
