import { effect } from '@preact/signals';
import { plotterTexts } from '../../../texts/plotter.ts';
import { showToast } from '../../../ui/index.ts';
import { type Direction, unitVectors } from '../directions.ts';
import { machine, status, stepsPerMm } from '../store.ts';
import { isPositionMissing, jogStep, sendByHand } from './manual-control.ts';

/** Limits how long the pen moves on after a held key was released. */
const maxWaiting = 2;

/** Sends one jog command at a time. */
class Jog {
  /**
   * Where the pending moves end. The service reports positions later, so a quick second press is relative to this
   * target.
   */
  #target: { x: number; y: number } | undefined;
  #queue = Promise.resolve();
  #waiting = 0;

  /** Clears the target when the service reports a position. */
  start(): void {
    effect(() => {
      void status.value;
      if (this.#waiting === 0) this.#target = undefined;
    });
  }

  /** Y grows towards the user, which is down on the screen. */
  move(direction: Direction): void {
    if (isPositionMissing.peek()) {
      showToast({ message: plotterTexts.manualControl.unknownPosition });
      return;
    }
    if (this.#waiting >= maxWaiting) return;
    this.#waiting += 1;
    this.#queue = this.#queue.then(() => this.#send(direction));
  }

  async #send(direction: Direction): Promise<void> {
    const stepLength = jogStep.peek() * stepsPerMm.peek();
    const [x, y] = unitVectors[direction];
    const [dx, dy] = [Math.round(x * stepLength), Math.round(y * stepLength)];
    const isRelative = machine.peek()?.coordinates === 'relative';
    const from = this.#target ?? status.peek()?.position ?? { x: 0, y: 0 };
    const to = { x: from.x + dx, y: from.y + dy };
    const isDone = await sendByHand(isRelative ? `MOVE X${dx} Y${dy}` : `MOVE X${to.x} Y${to.y}`);
    this.#waiting -= 1;
    this.#target = isDone ? to : undefined;
  }
}

export const jog = new Jog();
