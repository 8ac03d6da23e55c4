import { effect } from '@preact/signals';
import { plotterTexts } from '../../../texts/plotter.ts';
import { showToast } from '../../../ui/index.ts';
import { machine, status, stepsPerMm } from '../store.ts';
import { isPlaceMissing, jogStep } from './hand-state.ts';
import { command } from './manual-control.ts';

export type Direction = 'up' | 'down' | 'left' | 'right';

const deltas: Record<Direction, readonly [number, number]> = {
  up: [0, -1],
  down: [0, 1],
  left: [-1, 0],
  right: [1, 0],
};

/** Where the last press led: the place is told a moment later, and a quick second press counts from here. */
let target: { x: number; y: number } | undefined;
let queue = Promise.resolve();
let waiting = 0;

effect(() => {
  void status.value;
  if (waiting === 0) target = undefined;
});

/** A key that is held down must not pile up moves that go on after it was let go. */
const mostWaiting = 2;

/** Moves the pen by one step of the pad. Y grows towards the person, who sees it as down. */
export function jog(direction: Direction): void {
  if (isPlaceMissing.peek()) {
    showToast({ message: plotterTexts.hand.unknownPlace });
    return;
  }
  if (waiting >= mostWaiting) return;
  waiting += 1;
  queue = queue.then(async () => {
    const [dx, dy] = deltas[direction].map((part) =>
      Math.round(part * jogStep.peek() * stepsPerMm.peek()),
    ) as [number, number];
    const isRelative = machine.peek()?.coordinates === 'relative';
    const from = target ?? status.peek()?.position ?? { x: 0, y: 0 };
    const to = { x: from.x + dx, y: from.y + dy };
    const isDone = await command(isRelative ? `MOVE X${dx} Y${dy}` : `MOVE X${to.x} Y${to.y}`);
    waiting -= 1;
    target = isDone ? to : undefined;
  });
}
