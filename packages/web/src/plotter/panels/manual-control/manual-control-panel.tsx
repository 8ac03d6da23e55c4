import { plotterTexts } from '../../../texts/plotter.ts';
import { Button, Panel, Segmented } from '../../../ui/index.ts';
import { penHeightsDialog } from '../../state/dialogs.ts';
import { machine, status } from '../../state/store.ts';
import './manual-control.css';
import {
  goHome,
  isPositionMissing,
  type JogStep,
  jogStep,
  jogSteps,
  penDown,
  penUp,
  readPosition,
  setJogStep,
  setOrigin,
  whyDisabled,
} from '../../state/manual-control/manual-control.ts';
import { JogPad } from './jog-pad.tsx';

const texts = plotterTexts.manualControl;

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
          <Segmented
            label={texts.step}
            options={jogSteps.map((step) => ({ value: String(step), label: texts.mm(step) }))}
            value={String(jogStep.value)}
            onChange={(value) => setJogStep(Number(value) as JogStep)}
          />
        </div>
      }
    >
      {isDisabled && <p class="soft small">{reason}</p>}
      {!isDisabled && (isLost || isPositionMissing.value) && (
        <div class="manual-unknown wrap">
          <p class="small">{isLost ? texts.originLost : texts.unknownPosition}</p>
          {isPositionMissing.value && (
            <Button kind="quiet" onClick={readPosition}>
              {texts.readPosition}
            </Button>
          )}
        </div>
      )}
      <div class="manual">
        <JogPad />
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
