import { plotterTexts } from '../../../texts/plotter.ts';
import { Button, Panel, Segmented } from '../../../ui/index.ts';
import { status } from '../../state/store.ts';
import './manual-control.css';
import {
  handsOff,
  isPlaceMissing,
  type JogStep,
  jogStep,
  jogSteps,
  setJogStep,
} from '../../state/manual-control/hand-state.ts';
import { goHome, penDown, penUp, readPosition, setZero } from '../../state/manual-control/manual-control.ts';
import { JogPad } from './jog-pad.tsx';

const texts = plotterTexts.hand;

export function HandPanel() {
  const reason = handsOff.value;
  const isOff = reason !== undefined;
  const pen = status.value?.pen;
  return (
    <Panel title={texts.title}>
      {isOff && <p class="soft small">{reason}</p>}
      {!isOff && isPlaceMissing.value && (
        <div class="hand-unknown">
          <p class="small">{texts.unknownPlace}</p>
          <Button kind="quiet" onClick={readPosition}>
            {texts.readPosition}
          </Button>
        </div>
      )}
      <div class="hand">
        <JogPad />
        <div class="hand-buttons">
          <Button icon="pen-up" disabled={isOff} aria-pressed={pen === 'up'} onClick={penUp}>
            {texts.penUp}
          </Button>
          <Button icon="pen" disabled={isOff} aria-pressed={pen === 'down'} onClick={penDown}>
            {texts.penDown}
          </Button>
          <Button icon="home" disabled={isOff} title={texts.homeLabel} onClick={goHome}>
            {texts.home}
          </Button>
          <Button icon="target" disabled={isOff} title={texts.zeroLabel} onClick={() => void setZero()}>
            {texts.zero}
          </Button>
        </div>
      </div>
      <div class="hand-step">
        <Segmented
          label={texts.step}
          options={jogSteps.map((step) => ({ value: String(step), label: texts.mm(step) }))}
          value={String(jogStep.value)}
          onChange={(value) => setJogStep(Number(value) as JogStep)}
        />
      </div>
    </Panel>
  );
}
