import { useId } from 'preact/hooks';
import { plotterTexts } from '../../texts/plotter.ts';
import { Button, Segmented } from '../../ui/index.ts';
import { machine } from '../store.ts';
import { fullCircle } from './handles.ts';
import { NumberField } from './number-field.tsx';
import { change, fitTo, placement } from './session.ts';
import { papers, type Settings } from './settings.ts';

const texts = plotterTexts.drawing;

/** Everything that the handles do, and the paper, in fields. */
export function PlacementFields({ settings }: { settings: Settings }) {
  const { paper, orientation, marginMm, scale, rotate, offset } = settings;
  const where = placement.value;
  const why = where !== undefined && 'why' in where ? where.why : undefined;
  const turn = (by: number) => change({ rotate: fullCircle(rotate + by) });
  return (
    <>
      <div class="drawing-fields drawing-sheet">
        <PaperField paper={paper} />
        <NumberField
          label={texts.margin}
          value={marginMm}
          min={0}
          max={1000}
          step={1}
          error={why}
          onChange={(value) => change({ marginMm: value })}
        />
        {papers.includes(paper) && (
          <Segmented
            label={texts.orientation}
            options={[
              { value: 'portrait', label: texts.portrait },
              { value: 'landscape', label: texts.landscape },
            ]}
            value={orientation}
            onChange={(value) => change({ orientation: value })}
          />
        )}
      </div>
      <div class="drawing-fields">
        <NumberField
          label={texts.scale}
          value={scale * 100}
          min={1}
          max={10_000}
          step={5}
          onChange={(value) => change({ scale: value / 100 })}
        />
        <NumberField
          label={texts.rotate}
          value={rotate}
          min={-360}
          max={360}
          step={15}
          onChange={(value) => change({ rotate: fullCircle(value) })}
        />
        <NumberField
          label={texts.right}
          value={offset.xMm}
          step={1}
          onChange={(xMm) => change({ offset: { ...offset, xMm } })}
        />
        <NumberField
          label={texts.down}
          value={offset.yMm}
          step={1}
          onChange={(yMm) => change({ offset: { ...offset, yMm } })}
        />
      </div>
      <div class="drawing-fields">
        <Button onClick={() => fitTo('fill')}>{texts.fill}</Button>
        <Button onClick={() => fitTo('real')}>{texts.real}</Button>
        <Button onClick={() => turn(-90)}>{texts.turnLeft}</Button>
        <Button onClick={() => turn(90)}>{texts.turnRight}</Button>
      </div>
    </>
  );
}

function PaperField({ paper }: Pick<Settings, 'paper'>) {
  const id = useId();
  const size = machine.value?.size;
  return (
    <div class="field">
      <label for={id} class="field-label">
        {texts.paper}
      </label>
      <select
        id={id}
        class="field-input"
        value={paper}
        onChange={(event) => change({ paper: event.currentTarget.value })}
      >
        {size && <option value="machine">{texts.paperMachine(size.widthMm, size.heightMm)}</option>}
        <option value="page">{texts.paperPage}</option>
        {papers.map((name) => (
          <option key={name} value={name}>
            {texts.papers[name] ?? name}
          </option>
        ))}
      </select>
    </div>
  );
}
