import { Path, segmentKind } from './path.ts';

const move = /^MOVE\s+X([+-]?\d{1,9})\s+Y([+-]?\d{1,9})$/i;

/** Converts commands into a path that starts at the origin with the pen up. */
export class CommandFollower {
  readonly path = new Path();
  readonly #relative: boolean;
  #x = 0;
  #y = 0;
  #isDown = false;
  #isDot = false;

  constructor(relative: boolean) {
    this.#relative = relative;
    this.path.push(0, 0, segmentKind.jump, 0);
  }

  add(command: string): void {
    const { path } = this;
    const index = path.commands++;
    const found = move.exec(command);
    if (found !== null) {
      this.#x = Number(found[1]) + (this.#relative ? this.#x : 0);
      this.#y = Number(found[2]) + (this.#relative ? this.#y : 0);
      path.push(this.#x, this.#y, this.#isDown ? segmentKind.draw : segmentKind.travel, index);
      this.#isDot = false;
      return;
    }
    switch (command.split(/\s/, 1)[0]?.toUpperCase()) {
      case 'PENUP':
        this.#lift(index);
        return;
      case 'PENDOWN':
        this.#isDot = !this.#isDown;
        this.#isDown = true;
        return;
      case 'HOME':
        this.#lift(index);
        this.#goto(index, segmentKind.travel);
        return;
      case 'ZERO':
        this.#goto(index, segmentKind.jump);
    }
  }

  /** A pen that was lowered and lifted without a move has drawn a dot. */
  #lift(index: number): void {
    if (this.#isDot) this.path.push(this.#x, this.#y, segmentKind.draw, index);
    this.#isDot = false;
    this.#isDown = false;
  }

  #goto(index: number, kind: number): void {
    this.#x = 0;
    this.#y = 0;
    this.path.push(0, 0, kind, index);
  }
}
