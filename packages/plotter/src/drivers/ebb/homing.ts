import type { BoardMotion } from './board-motion.ts';
import type { Board } from './protocol/board.ts';

export interface HomingArea {
  readonly widthMm: number;
  readonly heightMm: number;
  readonly stepsPerMm: number;
}

export class HomingFailed extends Error {
  override readonly name = 'HomingFailed';
}

const coarseMmS = 50;
const fineMmS = 6;
const backOffMm = 6;
/** Added to the search distance; larger than the difference between machines of the same model. */
const spareMm = 15;

/**
 * Finds the corner of a NextDraw, whose only switch (on B1, high while pressed) is at the end of X. One motor alone
 * pulls the carriage diagonally to the corner, and along X once Y is at its end; the other motor is off and gives way.
 */
export class Homing {
  readonly #board: Board;
  readonly #motion: BoardMotion;

  constructor(board: Board, motion: BoardMotion) {
    this.#board = board;
    this.#motion = motion;
  }

  /** Call with the pen up and the board at rest. Afterwards both motors are on. */
  async seekCorner({ widthMm, heightMm, stepsPerMm }: HomingArea, goesOn: () => boolean): Promise<void> {
    const seek = (mm: number, mmS: number) => this.#seek(mm, mmS, stepsPerMm, goesOn);
    const fine = async () => {
      await this.#moveRight(backOffMm, stepsPerMm, goesOn);
      if (await this.#isPressed())
        throw new HomingFailed('the limit switch stays pressed. Is this the right model?');
      return seek(2 * backOffMm + 2, fineMmS);
    };
    for (const line of ['PD,B,1,1', 'PO,B,1,1', 'CU,50,0', 'CU,52,2']) await this.#motion.command(line);
    if (!(await this.#isPressed())) await seek(widthMm + heightMm + spareMm, coarseMmS);
    // About twice the back-off distance means that the carriage moved diagonally throughout: Y has not
    // reached its end.
    if ((await fine()) > 2 * backOffMm - 1) {
      await this.#moveRight(heightMm, stepsPerMm, goesOn);
      await seek(2 * heightMm + spareMm, coarseMmS);
      if ((await fine()) > 2 * backOffMm - 1) throw new HomingFailed('the end of Y was not found');
    }
    await this.#motion.command('CU,50,1');
    await this.#motion.send('EM,1,1', 0, goesOn);
    await this.#motion.rest(goesOn);
  }

  /** Turns the first motor until the switch is pressed. Returns the distance in mm. */
  async #seek(mm: number, mmS: number, stepsPerMm: number, goesOn: () => boolean): Promise<number> {
    const board = this.#board;
    const motion = this.#motion;
    await motion.send('EM,1,0', 0, goesOn);
    await motion.rest(goesOn);
    board.takeAlarm();
    await motion.command('CU,51,2');
    await this.#move(mm, [-1, 0], mmS, stepsPerMm, goesOn);
    await motion.command('CU,51,0');
    const alarm = board.takeAlarm();
    if (alarm === 'motor-power-lost') throw new HomingFailed('the motors lost power');
    if (alarm === undefined)
      throw new HomingFailed('the limit switch was not found. Is this the right model?');
    const [first] = await board.counters();
    return Math.abs(first) / stepsPerMm;
  }

  async #moveRight(mm: number, stepsPerMm: number, goesOn: () => boolean): Promise<void> {
    await this.#motion.send('EM,1,1', 0, goesOn);
    await this.#move(mm, [1, 1], coarseMmS, stepsPerMm, goesOn);
  }

  async #move(
    mm: number,
    [first, second]: readonly [number, number],
    mmS: number,
    stepsPerMm: number,
    goesOn: () => boolean,
  ): Promise<void> {
    const steps = Math.round(mm * stepsPerMm);
    const durationMs = Math.ceil((1000 * mm) / mmS);
    await this.#motion.send(`SM,${durationMs},${first * steps},${second * steps}`, durationMs, goesOn);
    await this.#motion.rest(goesOn);
    // A switch may have ended the move early.
    this.#motion.halted();
  }

  async #isPressed(): Promise<boolean> {
    return (await this.#board.ask('PI,B,1')).text.endsWith('1');
  }
}
