import { plotterTexts } from '../../../texts/plotter.ts';
import { Icon, showToast } from '../../../ui/index.ts';
import { arrowKeys } from '../../components/keyboard.ts';
import type { Direction } from '../../state/directions.ts';
import { placedDrawing } from '../../state/drawing/placed-drawing.ts';
import { jog } from '../../state/manual-control/jog.ts';
import {
  isPositionMissing,
  jogStep,
  jogSteps,
  setJogStep,
  whyDisabled,
} from '../../state/manual-control/manual-control.ts';

const texts = plotterTexts.manualControl;
const directions: readonly Direction[] = ['up', 'left', 'right', 'down'];

/** Arrow keys move the pen while the focus is inside. */
export function JogPad() {
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
      <span class="pad-step" aria-hidden="true">
        {texts.mm(jogStep.value)}
      </span>
    </fieldset>
  );
}
