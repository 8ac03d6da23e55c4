import { plotterTexts } from '../../../texts/plotter.ts';
import { Icon, showToast } from '../../../ui/index.ts';
import { arrows } from '../../components/keyboard.ts';
import { placed } from '../../state/drawing/placed-drawing.ts';
import {
  handsOff,
  isPlaceMissing,
  jogStep,
  jogSteps,
  setJogStep,
} from '../../state/manual-control/hand-state.ts';
import { type Direction, jog } from '../../state/manual-control/jog.ts';

const texts = plotterTexts.hand;
const directions: readonly Direction[] = ['up', 'left', 'right', 'down'];

/** Four arrows. With the focus inside, the arrow keys are theirs; elsewhere they scroll the page as ever. */
export function JogPad() {
  const isOff = handsOff.value !== undefined || isPlaceMissing.value;
  const steer = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const direction = arrows[event.key];
    if (direction !== undefined) {
      event.preventDefault();
      if (placed.peek() === undefined) jog(direction);
      else if (!event.repeat) showToast({ message: texts.placing });
    } else if (event.key === '+' || event.key === '-') {
      const at = jogSteps.indexOf(jogStep.value) + (event.key === '+' ? 1 : -1);
      if (jogSteps[at] !== undefined) setJogStep(jogSteps[at]);
    }
  };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the pad itself takes the arrow keys.
    <fieldset class="pad" aria-label={texts.pad} tabIndex={0} onKeyDown={steer}>
      {directions.map((direction) => (
        <button
          key={direction}
          type="button"
          class={`pad-arrow pad-${direction}`}
          disabled={isOff}
          aria-label={texts.jog(texts[direction], jogStep.value)}
          onClick={() => jog(direction)}
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
