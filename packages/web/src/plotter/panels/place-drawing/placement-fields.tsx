import { placeDrawingTexts } from '../../../texts/place-drawing.ts';
import { Button, IconButton } from '../../../ui/index.ts';
import { NumberField } from '../../components/number-field.tsx';
import { fitSelected } from '../../state/drawing/edit-objects.ts';
import { enlarged, movedTo, type Placed } from '../../state/drawing/extent.ts';
import type { DrawingSession } from '../../state/drawing/session.ts';
import type { Settings } from '../../state/drawing/settings.ts';
import { Alignment } from './align/alignment-fields.tsx';
import { AlignButtons, ObjectButtons, RemoveButton, SheetContents } from './object-fields.tsx';
import { fullCircle } from './on-bed/drag.ts';

const texts = placeDrawingTexts;
const smallestMm = 0.1;

interface PlacementFieldsProps {
  session: DrawingSession;
  settings: Settings;
}

/** Changes the same values as the handles on the bed. */
export function PlacementFields({ session, settings }: PlacementFieldsProps) {
  const selection = session.selection.value;
  const { scale, rotate } = selection?.placed ?? settings;
  const box = selection?.box;
  const isObject = selection?.index !== undefined;
  const change = (changes: Partial<Placed>) => session.changeSelection(changes);
  const turn = (by: number) => change({ rotate: fullCircle(rotate + by) });
  const paper = session.placement.value?.paper;
  const side = (label: string, nowMm: number) => (
    <NumberField
      label={label}
      value={nowMm}
      min={smallestMm}
      step={1}
      onChange={(value) => change(enlarged(selection!.placed, box!, paper!, value / nowMm))}
    />
  );
  const [widthMm, heightMm] = box ? [box.maxX - box.minX, box.maxY - box.minY] : [0, 0];
  return (
    <div class="stack gap-3">
      <SheetContents session={session} />
      <div class="drawing-fields pair drawing-thirds">
        {selection && box && paper && (
          <>
            <NumberField
              label={texts.x}
              value={box.minX}
              step={1}
              onChange={(xMm) => change(movedTo(selection.placed, box, { xMm }))}
            />
            <NumberField
              label={texts.y}
              value={box.minY}
              step={1}
              onChange={(yMm) => change(movedTo(selection.placed, box, { yMm }))}
            />
            <NumberField
              label={texts.rotate}
              value={rotate}
              min={-360}
              max={360}
              step={15}
              onChange={(value) => change({ rotate: fullCircle(value) })}
            />
            {widthMm > smallestMm && side(texts.width, widthMm)}
            {heightMm > smallestMm && side(texts.height, heightMm)}
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
      <div class="drawing-fields pair">
        <Button onClick={() => (isObject ? fitSelected(session, paper!) : session.fitTo('fill'))}>
          {texts.fitToPaper}
        </Button>
        <Button onClick={() => (isObject ? change({ scale: 1 }) : session.fitTo('real'))}>
          {texts.actualSize}
        </Button>
      </div>
      <div class="drawing-turn wrap">
        <IconButton icon="retry" class="drawing-turn-left" label={texts.turnLeft} onClick={() => turn(-90)} />
        <IconButton icon="retry" label={texts.turnRight} onClick={() => turn(90)} />
        <AlignButtons session={session} />
        <RemoveButton session={session} />
      </div>
      <ObjectButtons session={session} settings={settings} />
      <Alignment session={session} settings={settings} />
    </div>
  );
}
