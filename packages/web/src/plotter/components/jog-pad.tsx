import { plotterTexts } from '../../texts/plotter.ts';
import { Icon, Segmented } from '../../ui/index.ts';
import type { Direction } from '../state/directions.ts';
import { jog } from '../state/manual-control/jog.ts';
import {
  isPositionMissing,
  type JogStep,
  jogStep,
  jogSteps,
  setJogStep,
  whyDisabled,
} from '../state/manual-control/manual-control.ts';
import { arrowKeys } from './keyboard.ts';
import './jog-pad.css';

const texts = plotterTexts.manualControl;
const directions: readonly Direction[] = ['up', 'left', 'right', 'down'];

/** Arrow keys call `onArrow` while the focus is inside. */
export function JogPad({ onArrow }: { onArrow: (direction: Direction, isRepeated: boolean) => void }) {
  const isDisabled = whyDisabled.value !== undefined || isPositionMissing.value;
  const onKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const direction = arrowKeys[event.key];
    if (direction !== undefined) {
      event.preventDefault();
      onArrow(direction, event.repeat);
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

export function JogSteps() {
  return (
    <Segmented
      label={texts.step}
      options={jogSteps.map((step) => [String(step), texts.mm(step)] as const)}
      value={String(jogStep.value)}
      onChange={(value) => setJogStep(Number(value) as JogStep)}
    />
  );
}
