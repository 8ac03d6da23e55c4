import { plotterTexts } from '../../../texts/plotter.ts';
import { Button, Panel, showToast } from '../../../ui/index.ts';
import { JogPad, JogSteps } from '../../components/jog-pad.tsx';
import { penHeightsDialog } from '../../state/dialogs.ts';
import type { Direction } from '../../state/directions.ts';
import { placedDrawing } from '../../state/drawing/placed-drawing.ts';
import { jog } from '../../state/manual-control/jog.ts';
import {
  goHome,
  isPositionMissing,
  penDown,
  penUp,
  readPosition,
  setOrigin,
  whyDisabled,
} from '../../state/manual-control/manual-control.ts';
import { machine, status } from '../../state/store.ts';
import './manual-control.css';

const texts = plotterTexts.manualControl;

/** Jogs the machine. While a drawing is being placed, shows a message, because keys then move the drawing. */
function moveByKey(direction: Direction, isRepeated: boolean): void {
  if (placedDrawing.peek() === undefined) jog.move(direction);
  else if (!isRepeated) showToast({ message: texts.placing });
}

export function ManualControlPanel() {
  const reason = whyDisabled.value;
  const isDisabled = reason !== undefined;
  const pen = status.value?.pen;
  const isLost = status.value?.positionLost === true;
  return (
    <Panel
      title={texts.title}
      class="manual-panel"
      actions={
        <div class="manual-step">
          <JogSteps />
        </div>
      }
    >
      {isDisabled && <p class="soft small">{reason}</p>}
      {!isDisabled && (isLost || isPositionMissing.value) && (
        <div class="manual-unknown row wrap">
          <p class="small">{isLost ? texts.originLost : texts.unknownPosition}</p>
          {isPositionMissing.value && (
            <Button kind="quiet" onClick={readPosition}>
              {texts.readPosition}
            </Button>
          )}
        </div>
      )}
      <div class="manual">
        <JogPad onArrow={moveByKey} />
        <div class="manual-buttons stack">
          <Button icon="pen-up" disabled={isDisabled} aria-pressed={pen === 'up'} onClick={penUp}>
            {texts.penUp}
          </Button>
          <Button icon="pen" disabled={isDisabled} aria-pressed={pen === 'down'} onClick={penDown}>
            {texts.penDown}
          </Button>
          <Button icon="home" disabled={isDisabled} title={texts.homeLabel} onClick={goHome}>
            {texts.home}
          </Button>
          <Button icon="target" disabled={isDisabled} title={texts.zeroLabel} onClick={setOrigin}>
            {texts.zero}
          </Button>
          {machine.value?.penHeights && (
            <Button kind="quiet" disabled={isDisabled} onClick={() => penHeightsDialog.open()}>
              {texts.penHeights}
            </Button>
          )}
        </div>
      </div>
    </Panel>
  );
}
