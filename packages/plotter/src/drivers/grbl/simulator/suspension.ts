import type { Board } from './board.ts';

const restoreMs = 4000;

/** A hold or an opened door: nothing is carried out until it is over. */
export class Suspension {
  readonly #board: Board;
  #state: 'no' | 'stopping' | 'stands' | 'restoring' = 'no';
  /** A hold ends a jog: what is left of it is dropped. */
  #jogCancelled = false;
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

  /** The digit behind `Hold:` or `Door:`. */
  get digit(): number {
    if (this.#board.state === 'hold') return this.#state === 'stands' ? 0 : 1;
    return this.#state === 'restoring' ? 3 : this.#state === 'stopping' ? 2 : this.#doorOpen ? 1 : 0;
  }

  clear(): void {
    this.#state = 'no';
    this.#jogCancelled = false;
  }

  setDoor(open: boolean): void {
    this.#doorOpen = open;
    if (open) this.begin('door');
  }

  begin(as: 'hold' | 'door'): void {
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
    this.#jogCancelled = board.state === 'jog';
    if (!this.#jogCancelled || as === 'door') board.state = as;
    board.stepper.brake(() => this.#stands());
  }

  /** `~`: continues after a hold, or after the door was closed. */
  resume(): void {
    const board = this.#board;
    if (this.#state !== 'stands') return;
    const { modes, spindleSpeed } = board.parser;
    if (board.state !== 'door' || (!this.#doorOpen && modes.spindle === 5)) this.#end();
    else if (!this.#doorOpen) {
      // The spindle is given time to come up to speed.
      this.#state = 'restoring';
      board.setSpindle(spindleSpeed);
      board.after(restoreMs, () => this.#end());
    }
  }

  #stands(): void {
    const board = this.#board;
    this.#state = 'stands';
    if (this.#jogCancelled) {
      this.#jogCancelled = false;
      board.stepper.drop();
      board.parser = { ...board.parser, position: board.machinePosition };
      if (board.state === 'jog') {
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
