import { placeDrawingTexts } from '../../../texts/place-drawing.ts';
import { Checkbox, ChoiceField } from '../../../ui/index.ts';
import { NumberField } from '../../components/number-field.tsx';
import {
  noOperations,
  type OperationSettings,
  operationLimits,
} from '../../state/drawing/operation-settings.ts';
import type { DrawingSession } from '../../state/drawing/session.ts';
import type { Settings } from '../../state/drawing/settings.ts';

const texts = placeDrawingTexts.operations;

interface OperationFieldsProps {
  session: DrawingSession;
  settings: Settings;
}

export function OperationFields({ session, settings }: OperationFieldsProps) {
  const now = { ...noOperations, ...settings.operations };
  const change = (changes: Partial<OperationSettings>) =>
    session.change({ operations: { ...now, ...changes } });
  const number = (name: keyof typeof operationLimits, step: number, digits = 2) => (
    <NumberField
      label={texts[name]}
      value={now[name]}
      step={step}
      digits={digits}
      {...operationLimits[name]}
      onChange={(value) => change({ [name]: digits === 0 ? Math.round(value) : value })}
    />
  );
  const isHatched = now.hatch !== 'off';
  const hasCopies = now.columns * now.rows > 1;
  const drawings = 1 + (session.drawing.more?.length ?? 0);
  return (
    <>
      <div class="drawing-fields pair">
        <ChoiceField
          label={texts.hatch}
          value={now.hatch}
          options={texts.hatches}
          onChange={(hatch) => change({ hatch })}
        />
        <ChoiceField
          label={texts.hide}
          value={now.hide}
          options={texts.hides}
          onChange={(hide) => change({ hide })}
        />
        <ChoiceField
          label={texts.strokes}
          value={now.strokes}
          options={texts.strokeKinds}
          onChange={(strokes) => change({ strokes })}
        />
        {(isHatched || now.strokes !== 'off') && number('penMm', 0.05)}
        {isHatched && number('spacingMm', 0.1)}
        {isHatched && now.hatch !== 'inset' && number('angle', 15, 1)}
        <ChoiceField
          label={texts.mirror}
          value={now.mirror}
          options={texts.mirrors}
          onChange={(mirror) => change({ mirror })}
        />
        {number('shortestMm', 0.5)}
        {number('mergeMm', 0.1)}
        {number('simplifyMm', 0.05)}
        {number('columns', 1, 0)}
        {number('rows', 1, 0)}
        {hasCopies && number('copyGapMm', 1)}
        {drawings > 1 && (
          <NumberField
            isOptional
            label={texts.sheetColumns}
            value={now.sheetColumns || undefined}
            fallback={Math.ceil(Math.sqrt(drawings))}
            min={1}
            max={operationLimits.sheetColumns.max}
            isWhole
            onChange={(sheetColumns = 0) => change({ sheetColumns })}
          />
        )}
        {drawings > 1 && number('sheetGapMm', 1)}
      </div>
      <div class="drawing-switches wrap">
        {hasCopies && (
          <Checkbox
            small
            label={texts.fitCopies}
            value={now.fitCopies}
            onChange={(fitCopies) => change({ fitCopies })}
          />
        )}
        <Checkbox
          small
          label={texts.cropsAtMargins}
          value={now.cropsAtMargins}
          onChange={(cropsAtMargins) => change({ cropsAtMargins })}
        />
        <Checkbox small label={texts.frame} value={now.frame} onChange={(frame) => change({ frame })} />
        <Checkbox small label={texts.marks} value={now.marks} onChange={(marks) => change({ marks })} />
      </div>
    </>
  );
}
