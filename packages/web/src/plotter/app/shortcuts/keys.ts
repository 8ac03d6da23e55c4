import { arrowKeys, isTyping } from '../../components/keyboard.ts';
import { focusConsole } from '../../panels/console/console-panel.tsx';
import { fit, setFit } from '../../state/bed/scene.ts';
import { zoomIn, zoomOut, zoomToFit } from '../../state/bed/zoom.ts';
import { shortcutsDialog } from '../../state/dialogs.ts';
import type { Direction } from '../../state/directions.ts';
import { drawingSession } from '../../state/drawing/current-session.ts';
import { placedDrawing } from '../../state/drawing/placed-drawing.ts';
import { pauseOrResume } from '../../state/jobs/job-actions.ts';
import { jog } from '../../state/manual-control/jog.ts';
import { goHome, togglePen } from '../../state/manual-control/manual-control.ts';
import { stopNow } from '../../state/manual-control/stop.ts';

/** Two presses of Escape within this time stop the machine. */
const twiceMs = 600;

const shortcuts: Record<string, () => void> = {
  '?': shortcutsDialog.open,
  p: pauseOrResume,
  c: focusConsole,
  '/': focusConsole,
  j: () => document.querySelector<HTMLElement>('.pad')?.focus(),
  u: togglePen,
  h: goHome,
  f: () => setFit(fit.peek() === 'sheet' ? 'drawing' : 'sheet'),
  '+': zoomIn,
  '=': zoomIn,
  '-': zoomOut,
  '0': zoomToFit,
};

const mayRepeat = ['+', '=', '-'];

/** Stop works everywhere, other shortcuts only while the user is not typing. */
export function listenToKeys(): void {
  let escapedAtMs = Number.NEGATIVE_INFINITY;
  const listen = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.repeat) {
      const isSecond = event.timeStamp - escapedAtMs < twiceMs;
      escapedAtMs = isSecond ? Number.NEGATIVE_INFINITY : event.timeStamp;
      if (isSecond) void stopNow();
      return;
    }
    if (isTyping(event.target) || document.querySelector('dialog[open]')) return;
    if (isHandledByTarget(event) || event.ctrlKey || event.metaKey || event.altKey) return;
    const direction = arrowKeys[event.key];
    if (event.shiftKey && direction !== undefined) {
      event.preventDefault();
      return move(direction);
    }
    if (event.defaultPrevented) return;
    const run = shortcuts[event.key];
    if (run === undefined || (event.repeat && !mayRepeat.includes(event.key))) return;
    event.preventDefault();
    run();
  };
  // In the capturing phase, so that no other handler can stop Escape.
  addEventListener('keydown', listen, true);
}

/**
 * Jogs the machine. While a drawing is being placed, moves the drawing instead, because the machine must not start to
 * move.
 */
function move(direction: Direction): void {
  if (placedDrawing.peek() === undefined) jog.move(direction);
  else drawingSession.peek()?.nudge(direction, true);
}

/** Returns whether the focused element handles the key itself, as the drawing on the bed and the jog pad do. */
function isHandledByTarget({ target, key }: KeyboardEvent): boolean {
  if (!(target instanceof Element)) return false;
  if (target.closest('.bed-drawing') !== null) return key in arrowKeys;
  return target.closest('.pad') !== null && (key === '+' || key === '-');
}
