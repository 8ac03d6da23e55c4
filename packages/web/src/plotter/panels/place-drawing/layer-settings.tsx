import { type LayerSettings, maxPasses } from '@stationery/drawing';
import { useState } from 'preact/hooks';
import { decimal, number } from '../../../texts/format.ts';
import { placeDrawingTexts } from '../../../texts/place-drawing.ts';
import { Checkbox, ChoiceField } from '../../../ui/index.ts';
import { NumberField } from '../../components/number-field.tsx';
import type { HatchSettings } from '../../state/drawing/operation-settings.ts';
import { ownedPens } from '../../state/drawing/pens.ts';
import { LayerHatchFields } from './layer-hatch.tsx';
import { PenSettingFields } from './pen-setting-fields.tsx';
import './layer-settings.css';

const texts = placeDrawingTexts.layerSettings;

interface LayerSettingsProps {
  name: string;
  settings: LayerSettings;
  onChange: (settings: LayerSettings) => void;
  hatch: HatchSettings | undefined;
  onHatch: (hatch: HatchSettings | undefined) => void;
}

/** Rendered only when opened, because a drawing may have hundreds of layers. */
export function LayerSettingsFields(props: LayerSettingsProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details class="layer-settings" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary aria-label={[texts.label(props.name), ...describe(props.settings)].join(', ')}>
        {[texts.title, ...describe(props.settings)].join(' · ')}
      </summary>
      {isOpen && <Fields {...props} />}
    </details>
  );
}

/** Lists the settings of a layer, including those from codes in its name. */
function describe({ pen, speedMmS, penDownHeight, delayMs, passes, repeat, pause }: LayerSettings): string[] {
  return [
    pen,
    speedMmS && `${decimal(speedMmS, 1)} mm/s`,
    penDownHeight !== undefined && `${texts.penDownHeight} ${number(penDownHeight)}`,
    delayMs && `${texts.delay} ${number(delayMs)} ms`,
    passes && `${texts.passes} ${number(passes)}`,
    repeat && `${texts.repeat} ${number(repeat)}`,
    pause && texts.pause,
  ].filter((words) => typeof words === 'string');
}

/** Empty fields use the values of the pen or the machine. */
function Fields({ settings, onChange, hatch, onHatch }: LayerSettingsProps) {
  const pens = ownedPens.value;
  const owned = pens.find((pen) => pen.name === settings.pen);
  const change = <K extends keyof LayerSettings>(key: K, value: LayerSettings[K] | undefined) => {
    const { [key]: _, ...rest } = settings;
    onChange(value === undefined ? rest : { ...rest, [key]: value });
  };
  const count = (key: 'passes' | 'repeat') => (
    <NumberField
      isOptional
      isWhole
      label={texts[key]}
      hint={texts.hints[key]}
      value={settings[key]}
      onChange={(value) => change(key, value)}
      {...{ min: 1, max: maxPasses, fallback: 1 }}
    />
  );
  return (
    <div class="layer-settings-fields">
      {pens.length > 0 && (
        <ChoiceField
          label={texts.pen}
          value={owned?.name ?? ''}
          options={[['', texts.noPen], ...pens.map(({ name }) => [name, name] as const)]}
          onChange={(name) => change('pen', name || undefined)}
        />
      )}
      <PenSettingFields settings={settings} fallback={owned} onChange={onChange} />
      <LayerHatchFields hatch={hatch} onChange={onHatch} />
      {count('passes')}
      {count('repeat')}
      <Checkbox
        small
        label={texts.pause}
        value={settings.pause === true}
        onChange={(value) => change('pause', value || undefined)}
      />
    </div>
  );
}
