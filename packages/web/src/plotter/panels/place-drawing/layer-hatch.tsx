import { placeDrawingTexts } from '../../../texts/place-drawing.ts';
import { ChoiceField } from '../../../ui/index.ts';
import { NumberField } from '../../components/number-field.tsx';
import { type HatchSettings, noOperations, operationLimits } from '../../state/drawing/operation-settings.ts';

const texts = placeDrawingTexts.operations;

interface LayerHatchProps {
  hatch: HatchSettings | undefined;
  onChange: (hatch: HatchSettings | undefined) => void;
}

export function LayerHatchFields({ hatch, onChange }: LayerHatchProps) {
  const { off: _, ...patterns } = texts.hatches;
  const { spacingMm, angle } = hatch ?? noOperations;
  const number = (name: 'spacingMm' | 'angle', step: number) =>
    hatch && (
      <NumberField
        label={texts[name]}
        value={hatch[name]}
        step={step}
        digits={2}
        {...operationLimits[name]}
        onChange={(value) => onChange({ ...hatch, [name]: value })}
      />
    );
  return (
    <>
      <ChoiceField
        label={texts.hatchOfLayer}
        value={hatch?.hatch ?? 'same'}
        options={{ same: texts.sameHatch, ...patterns }}
        onChange={(pattern) =>
          onChange(pattern === 'same' ? undefined : { hatch: pattern, spacingMm, angle })
        }
      />
      {number('spacingMm', 0.1)}
      {hatch?.hatch !== 'inset' && number('angle', 15)}
    </>
  );
}
