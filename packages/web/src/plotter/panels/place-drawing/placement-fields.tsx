import { placeDrawingTexts } from '../../../texts/place-drawing.ts';
import { Button, IconButton } from '../../../ui/index.ts';
import { NumberField } from '../../components/number-field.tsx';
import { enlarged, movedTo } from '../../state/drawing/extent.ts';
import type { DrawingSession } from '../../state/drawing/session.ts';
import type { Settings } from '../../state/drawing/settings.ts';
import { fullCircle } from './on-bed/drag.ts';

const texts = placeDrawingTexts;
const smallestMm = 0.1;

interface PlacementFieldsProps {
  session: DrawingSession;
  settings: Settings;
}

/** The actions of the handles, as fields. */
export function PlacementFields({ session, settings }: PlacementFieldsProps) {
  const { scale, rotate } = settings;
  const box = session.extent.value;
  const placement = session.placement.value;
  const { undo, redo } = session.undoCounts.value;
  const turn = (by: number) => session.change({ rotate: fullCircle(rotate + by) });
  const paper = placement !== undefined && !('why' in placement) ? placement.paper : undefined;
  const side = (label: string, nowMm: number) => (
    <NumberField
      label={label}
      value={nowMm}
      min={smallestMm}
      step={1}
      onChange={(value) => session.change(enlarged(settings, box!, paper!, value / nowMm))}
    />
  );
  const [widthMm, heightMm] = box ? [box.maxX - box.minX, box.maxY - box.minY] : [0, 0];
  return (
    <div class="drawing-group stack gap-3">
      <div class="drawing-title">
        <h3 class="field-label drawing-heading">{texts.placement}</h3>
        <span>
          <IconButton icon="undo" label={texts.undo} disabled={undo === 0} onClick={() => session.undo()} />
          <IconButton
            icon="undo"
            class="drawing-redo"
            label={texts.redo}
            disabled={redo === 0}
            onClick={() => session.redo()}
          />
        </span>
      </div>
      <div class="drawing-fields drawing-thirds">
        {box && paper && (
          <>
            <NumberField
              label={texts.x}
              value={box.minX}
              step={1}
              onChange={(xMm) => session.change(movedTo(settings, box, { xMm }))}
            />
            <NumberField
              label={texts.y}
              value={box.minY}
              step={1}
              onChange={(yMm) => session.change(movedTo(settings, box, { yMm }))}
            />
            <NumberField
              label={texts.rotate}
              value={rotate}
              min={-360}
              max={360}
              step={15}
              onChange={(value) => session.change({ rotate: fullCircle(value) })}
            />
            {widthMm > smallestMm && side(texts.width, widthMm)}
            {heightMm > smallestMm && side(texts.height, heightMm)}
            <NumberField
              label={texts.scale}
              value={scale * 100}
              min={1}
              max={10_000}
              step={5}
              onChange={(value) => session.change({ scale: value / 100 })}
            />
          </>
        )}
      </div>
      <div class="drawing-fields">
        <Button onClick={() => session.fitTo('fill')}>{texts.fitToPaper}</Button>
        <Button onClick={() => session.fitTo('real')}>{texts.actualSize}</Button>
        <Button onClick={() => turn(-90)}>{texts.turnLeft}</Button>
        <Button onClick={() => turn(90)}>{texts.turnRight}</Button>
      </div>
    </div>
  );
}
