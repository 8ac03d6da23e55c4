import { type LayerSettings, maxPasses } from '@stationery/drawing';
import { useId, useState } from 'preact/hooks';
import { placeDrawingTexts } from '../../../texts/place-drawing.ts';
import { Checkbox } from '../../../ui/index.ts';
import { NumberField } from '../../components/number-field.tsx';
import type { HatchSettings } from '../../state/drawing/operation-settings.ts';
import { ownedPens } from '../../state/drawing/pens.ts';
import { machine } from '../../state/store.ts';
import { LayerHatchFields } from './layer-hatch.tsx';
import './layer-settings.css';

const texts = placeDrawingTexts.layerSettings;

interface LayerSettingsProps {
  name: string;
  settings: LayerSettings;
  onChange: (settings: LayerSettings) => void;
  hatch: HatchSettings | undefined;
  onHatch: (hatch: HatchSettings | undefined) => void;
}

type NumberName = 'speedMmS' | 'penDownHeight' | 'delayMs' | 'passes' | 'repeat';

/** Settings of one layer. Rendered when opened, because a drawing may have hundreds of layers. */
export function LayerSettingsFields(props: LayerSettingsProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details class="layer-settings" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary aria-label={texts.label(props.name)}>{texts.title}</summary>
      {isOpen && <Fields {...props} />}
    </details>
  );
}

/** Empty fields use the values of the pen or the machine. */
function Fields({ settings, onChange, hatch, onHatch }: LayerSettingsProps) {
  const id = useId();
  const pens = ownedPens.value;
  const owned = pens.find((pen) => pen.name === settings.pen);
  const change = <K extends keyof LayerSettings>(key: K, value: LayerSettings[K] | undefined) => {
    const { [key]: _, ...rest } = settings;
    onChange(value === undefined ? rest : { ...rest, [key]: value });
  };
  const { penHeights, penHeightLimits } = machine.value ?? {};
  const heights = penHeightLimits ?? { min: -100_000, max: 100_000 };
  const field = (key: NumberName, min: number, max: number, fallback?: number) => (
    <NumberField
      isOptional
      label={texts[key]}
      hint={key === 'passes' || key === 'repeat' ? texts.hints[key] : undefined}
      value={settings[key]}
      onChange={(value) => change(key, value)}
      {...{ min, max, fallback, isWhole: key === 'passes' || key === 'repeat' }}
    />
  );
  return (
    <div class="layer-settings-fields">
      {pens.length > 0 && (
        <div class="field">
          <label for={id} class="field-label">
            {texts.pen}
          </label>
          <select
            id={id}
            class="field-input"
            value={owned?.name ?? ''}
            onChange={(event) => change('pen', event.currentTarget.value || undefined)}
          >
            <option value="">{texts.noPen}</option>
            {pens.map((pen) => (
              <option key={pen.name} value={pen.name}>
                {pen.name}
              </option>
            ))}
          </select>
        </div>
      )}
      {field('speedMmS', 0.01, 10_000, owned?.speedMmS)}
      {field('penDownHeight', heights.min, heights.max, owned?.penDownHeight ?? penHeights?.down)}
      {field('delayMs', 0, 60_000, owned?.delayMs)}
      <LayerHatchFields hatch={hatch} onChange={onHatch} />
      {field('passes', 1, maxPasses, 1)}
      {field('repeat', 1, maxPasses, 1)}
      <Checkbox
        small
        label={texts.pause}
        value={settings.pause === true}
        onChange={(value) => change('pause', value || undefined)}
      />
    </div>
  );
}
