import { plotterTexts } from '../../../texts/plotter.ts';
import { Button, Icon, Panel, Segmented, showToast } from '../../../ui/index.ts';
import { arrowKeys } from '../../components/keyboard.ts';
import { penHeightsDialog } from '../../state/dialogs.ts';
import type { Direction } from '../../state/directions.ts';
import { placedDrawing } from '../../state/drawing/placed-drawing.ts';
import { jog } from '../../state/manual-control/jog.ts';
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
import { machine, status } from '../../state/store.ts';
import './manual-control.css';

const directions: readonly Direction[] = ['up', 'left', 'right', 'down'];

/** Arrow buttons that move the pen. Arrow keys do the same while the focus is inside. */
function JogPad() {
  const isDisabled = whyDisabled.value !== undefined || isPositionMissing.value;
  const onKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const direction = arrowKeys[event.key];
    if (direction !== undefined) {
      event.preventDefault();
      if (placedDrawing.peek() === undefined) jog.move(direction);
      else if (!event.repeat) showToast({ message: texts.placing });
    } else if (event.key === '+' || event.key === '-') {
      const at = jogSteps.indexOf(jogStep.value) + (event.key === '+' ? 1 : -1);
      if (jogSteps[at] !== undefined) setJogStep(jogSteps[at]);
    }
  };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the pad itself takes the arrow keys.
    <fieldset class="pad" aria-label={texts.pad} tabIndex={0} onKeyDown={onKey}>
      {directions.map((direction) => (
        <button
          key={direction}
          type="button"
          class={`pad-arrow pad-${direction}`}
          disabled={isDisabled}
          aria-label={texts.jog(texts[direction], jogStep.value)}
          onClick={() => jog.move(direction)}
        >
          <Icon name="arrow" size={26} />
        </button>
      ))}
      <span class="pad-step small bold" aria-hidden="true">
        {texts.mm(jogStep.value)}
      </span>
    </fieldset>
  );
}

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
            options={jogSteps.map((step) => [String(step), texts.mm(step)] as const)}
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
