import { isDip, type PenSettings, penRanges } from '@stationery/drawing';
import { useState } from 'preact/hooks';
import { placeDrawingTexts } from '../../../texts/place-drawing.ts';
import { Field } from '../../../ui/index.ts';
import { NumberField } from '../../components/number-field.tsx';
import { machine } from '../../state/store.ts';
import './layer-settings.css';

const texts = placeDrawingTexts.layerSettings;

interface PenSettingFieldsProps<S extends PenSettings> {
  settings: S;
  /** Settings that apply while their fields are empty. */
  fallback?: PenSettings | undefined;
  onChange: (settings: S) => void;
}

type NumberName = Exclude<keyof PenSettings, 'dip'>;
const careNumbers = ['seamMm', 'refillM', 'refillMin'] as const;

/** Empty fields use the values of the pen or the machine. */
export function PenSettingFields<S extends PenSettings>(props: PenSettingFieldsProps<S>) {
  const { settings, fallback = {}, onChange } = props;
  const change = <K extends keyof PenSettings>(key: K, value: PenSettings[K] | undefined) => {
    const { [key]: _, ...rest } = settings;
    onChange((value === undefined ? rest : { ...rest, [key]: value }) as S);
  };
  const { penHeights, penHeightLimits = { min: -100_000, max: 100_000 } } = machine.value ?? {};
  const ranges = { ...penRanges, penDownHeight: penHeightLimits };
  const field = (key: NumberName) => (
    <NumberField
      isOptional
      label={texts[key]}
      value={settings[key]}
      min={ranges[key].min}
      max={ranges[key].max}
      fallback={fallback[key] ?? (key === 'penDownHeight' ? penHeights?.down : undefined)}
      onChange={(value) => change(key, value)}
    />
  );
  return (
    <>
      {field('speedMmS')}
      {field('penDownHeight')}
      {field('delayMs')}
      <details
        class="pen-care"
        open={[...careNumbers, 'dip' as const].some((key) => settings[key] !== undefined)}
      >
        <summary>{texts.care}</summary>
        <div class="pen-care-fields">
          {careNumbers.map(field)}
          <DipField dip={settings.dip} onChange={(dip) => change('dip', dip)} />
        </div>
      </details>
    </>
  );
}

/** Keeps invalid text. */
function DipField({
  dip,
  onChange,
}: {
  dip: string | undefined;
  onChange: (dip: string | undefined) => void;
}) {
  const [written, setWritten] = useState(dip ?? '');
  return (
    <Field
      label={texts.dip}
      hint={texts.dipHint}
      placeholder="10x200/25x200"
      value={written}
      maxLength={500}
      error={wrongDip(written)}
      onChange={(text, input) => {
        setWritten(text);
        const wrong = wrongDip(text);
        // Prevents the form from being submitted with the previous places.
        input.setCustomValidity(wrong ?? '');
        if (wrong === undefined) onChange(text.trim() || undefined);
      }}
    />
  );
}

const wrongDip = (text: string) => (text.trim() === '' || isDip(text) ? undefined : texts.wrongDip);
