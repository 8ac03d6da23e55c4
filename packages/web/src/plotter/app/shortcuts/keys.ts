import { isWriting } from '../../components/is-writing.ts';
import { arrows } from '../../components/keyboard.ts';
import { focusConsole } from '../../panels/console/focus.ts';
import { lookAtAll, lookCloser, lookFarther } from '../../state/bed/look-closer.ts';
import { fit, setFit } from '../../state/bed/scene.ts';
import { desk, placed } from '../../state/drawing/placed-drawing.ts';
import { pauseOrGoOn } from '../../state/jobs/job-actions.ts';
import { type Direction, jog } from '../../state/manual-control/jog.ts';
import { goHome, togglePen } from '../../state/manual-control/manual-control.ts';
import { stopNow } from '../../state/manual-control/stop.ts';
import { openShortcuts } from './shortcuts-dialog.tsx';

/** Twice within this is meant. */
const twiceMs = 600;

const letters: Record<string, () => void> = {
  '?': openShortcuts,
  p: pauseOrGoOn,
  c: focusConsole,
  '/': focusConsole,
  j: () => document.querySelector<HTMLElement>('.pad')?.focus(),
  u: togglePen,
  h: goHome,
  f: () => setFit(fit.peek() === 'sheet' ? 'drawing' : 'sheet'),
  '+': () => lookCloser(),
  '=': () => lookCloser(),
  '-': lookFarther,
  '0': lookAtAll,
};

const mayRepeat = ['+', '=', '-'];

/** Hears the keys of the whole page. Stopping works everywhere; letters not while somebody writes. */
export function listenToKeys(): () => void {
  let escapedAtMs = Number.NEGATIVE_INFINITY;
  const listen = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.repeat) {
      const isSecond = event.timeStamp - escapedAtMs < twiceMs;
      escapedAtMs = isSecond ? Number.NEGATIVE_INFINITY : event.timeStamp;
      if (isSecond) void stopNow();
      return;
    }
    if (isWriting(event.target) || document.querySelector('dialog[open]')) return;
    if (hasOwnUse(event)) return;
    const direction = arrows[event.key];
    if (event.shiftKey && direction !== undefined && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      return steer(direction);
    }
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const run = letters[event.key];
    if (run === undefined || (event.repeat && !mayRepeat.includes(event.key))) return;
    event.preventDefault();
    run();
  };
  // In the capturing phase, so that nothing that stops an Escape stops this one.
  addEventListener('keydown', listen, true);
  return () => removeEventListener('keydown', listen, true);
}

/** While a drawing is being placed, whoever presses an arrow means the drawing: the machine must not start to move. */
function steer(direction: Direction): void {
  if (placed.peek() === undefined) jog(direction);
  else desk.peek()?.nudge(direction, true);
}

/** Some parts of the page have a use of their own for some keys while they have the focus. */
function hasOwnUse({ target, key }: KeyboardEvent): boolean {
  if (!(target instanceof Element)) return false;
  if (target.closest('.bed-drawing') !== null) return key in arrows;
  return target.closest('.pad') !== null && (key === '+' || key === '-');
}
