import { plotterTexts } from '../../../texts/plotter.ts';
import { Button, IconButton } from '../../../ui/index.ts';
import { extent, grown, movedTo } from '../../state/drawing/extent.ts';
import { change, changes, doAgain, fitTo, placement, takeBack } from '../../state/drawing/session.ts';
import type { Settings } from '../../state/drawing/settings.ts';
import { NumberField } from './number-field.tsx';
import { fullCircle } from './on-bed/drag.ts';

const texts = plotterTexts.drawing;
const leastMm = 0.1;

/** Everything that the handles do, in fields. */
export function PlacementFields({ settings }: { settings: Settings }) {
  const { scale, rotate } = settings;
  const box = extent.value;
  const where = placement.value;
  const turn = (by: number) => change({ rotate: fullCircle(rotate + by) });
  const paper = where !== undefined && !('why' in where) ? where.paper : undefined;
  const side = (label: string, nowMm: number) => (
    <NumberField
      label={label}
      value={nowMm}
      min={leastMm}
      step={1}
      onChange={(value) => change(grown(settings, box!, paper!, value / nowMm))}
    />
  );
  const [widthMm, heightMm] = box ? [box.maxX - box.minX, box.maxY - box.minY] : [0, 0];
  return (
    <div class="drawing-group">
      <div class="drawing-title">
        <h3 class="field-label drawing-heading">{texts.lies}</h3>
        <span>
          <IconButton icon="undo" label={texts.undo} disabled={changes.value.back === 0} onClick={takeBack} />
          <IconButton
            icon="undo"
            class="drawing-redo"
            label={texts.redo}
            disabled={changes.value.forward === 0}
            onClick={doAgain}
          />
        </span>
      </div>
      <div class="drawing-fields drawing-thirds">
        {box && paper && (
          <>
            <NumberField
              label={texts.left}
              value={box.minX}
              step={1}
              onChange={(xMm) => change(movedTo(settings, box, { xMm }))}
            />
            <NumberField
              label={texts.top}
              value={box.minY}
              step={1}
              onChange={(yMm) => change(movedTo(settings, box, { yMm }))}
            />
            <NumberField
              label={texts.rotate}
              value={rotate}
              min={-360}
              max={360}
              step={15}
              onChange={(value) => change({ rotate: fullCircle(value) })}
            />
            {widthMm > leastMm && side(texts.width, widthMm)}
            {heightMm > leastMm && side(texts.height, heightMm)}
            <NumberField
              label={texts.scale}
              value={scale * 100}
              min={1}
              max={10_000}
              step={5}
              onChange={(value) => change({ scale: value / 100 })}
            />
          </>
        )}
      </div>
      <div class="drawing-fields">
        <Button onClick={() => fitTo('fill')}>{texts.fill}</Button>
        <Button onClick={() => fitTo('real')}>{texts.real}</Button>
        <Button onClick={() => turn(-90)}>{texts.turnLeft}</Button>
        <Button onClick={() => turn(90)}>{texts.turnRight}</Button>
      </div>
    </div>
  );
}
