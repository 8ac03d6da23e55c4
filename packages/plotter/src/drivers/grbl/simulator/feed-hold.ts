import type { Board, Hold } from './board.ts';

const restoreMs = 4000;

/** While a feed hold lasts, nothing is carried out. */
export class FeedHold {
  readonly #board: Board;
  #state: 'no' | 'stopping' | 'stands' | 'restoring' = 'no';
  /** Why the rest of the motion was dropped: a hold during a jog, or a soft limit. */
  #cancelled: 'jog' | 'limit' | undefined;
  #doorOpen = false;

  constructor(board: Board) {
    this.#board = board;
  }

  get isOn(): boolean {
    return this.#state !== 'no';
  }

  get doorIsOpen(): boolean {
    return this.#doorOpen;
  }

  /** The digit after `Hold:` or `Door:`. */
  get digit(): number {
    if (this.#board.state === 'hold') return this.#state === 'stands' ? 0 : 1;
    return this.#state === 'restoring' ? 3 : this.#state === 'stopping' ? 2 : this.#doorOpen ? 1 : 0;
  }

  clear(): void {
    this.#state = 'no';
    this.#cancelled = undefined;
  }

  setDoor(open: boolean): void {
    this.#doorOpen = open;
    if (open) this.begin('door');
  }

  begin(as: Hold): void {
    const board = this.#board;
    if (as === 'door') board.say('[MSG:Check Door]');
    if (['alarm', 'check', 'home', 'sleep'].includes(board.state)) return;
    if (this.isOn) {
      if (as === 'door') {
        board.state = 'door';
        if (this.#state === 'stands') board.setSpindle(0);
      }
      return;
    }
    this.#state = 'stopping';
    this.#cancelled = as === 'limit' ? 'limit' : board.state === 'jog' ? 'jog' : undefined;
    if (this.#cancelled !== 'jog' || as === 'door') board.state = as === 'door' ? 'door' : 'hold';
    board.stepper.brake(() => this.#stands());
  }

  /** `~`: resumes after a hold, or after the door was closed. */
  resume(): void {
    const board = this.#board;
    if (this.#state !== 'stands') return;
    const { modes, spindleSpeed } = board.parser;
    if (board.state !== 'door' || (!this.#doorOpen && modes.spindle === 5)) this.#end();
    else if (!this.#doorOpen) {
      // Gives the spindle time to reach its speed.
      this.#state = 'restoring';
      board.setSpindle(spindleSpeed);
      board.after(restoreMs, () => this.#end());
    }
  }

  #stands(): void {
    const board = this.#board;
    this.#state = 'stands';
    const cancelled = this.#cancelled;
    if (cancelled !== undefined) {
      this.#cancelled = undefined;
      board.stepper.drop();
      board.parser = { ...board.parser, position: board.machinePosition };
      if (cancelled === 'limit' || board.state === 'jog') {
        this.#end();
        return;
      }
    }
    if (board.state === 'door') board.setSpindle(0);
  }

  #end(): void {
    this.#state = 'no';
    this.#board.state = 'idle';
    this.#board.work();
  }
}
