import { fit } from '../bed/scene.ts';
import { focusConsole } from '../console/focus.ts';
import { goHome, togglePen } from '../hand/hand-actions.ts';
import { jog } from '../hand/jog.ts';
import { pauseOrGoOn } from '../jobs/job-actions.ts';
import { stopNow } from '../stop.ts';
import { arrows } from './arrows.ts';
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
  f: () => {
    fit.value = fit.peek() === 'sheet' ? 'drawing' : 'sheet';
  },
};

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
    const direction = arrows[event.key];
    if (event.shiftKey && direction !== undefined && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      return void jog(direction);
    }
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || event.repeat) return;
    const run = letters[event.key];
    if (run === undefined) return;
    event.preventDefault();
    run();
  };
  // In the capturing phase, so that nothing that stops an Escape stops this one.
  addEventListener('keydown', listen, true);
  return () => removeEventListener('keydown', listen, true);
}

function isWriting(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !['checkbox', 'radio', 'button'].includes(target.type);
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
}
