import type { Box } from '@stationery/drawing';
/** How a point was reached. */
export const segmentKind = { jump: 0, travel: 1, draw: 2 } as const;

const firstRoom = 4096;

/** The points of a path in steps, in typed arrays because a job may have a million commands. */
export class Path {
  length = 0;
  commands = 0;
  isWhole = false;
  x = new Int32Array(firstRoom);
  y = new Int32Array(firstRoom);
  kind = new Uint8Array(firstRoom);
  /** The command that leads to each point. */
  command = new Uint32Array(firstRoom);
  bounds: Box | undefined;

  push(x: number, y: number, kind: number, command: number): void {
    if (this.length === this.x.length) this.#grow();
    const at = this.length++;
    this.x[at] = x;
    this.y[at] = y;
    this.kind[at] = kind;
    this.command[at] = command;
    if (kind === segmentKind.draw) {
      this.#include(x, y);
      if (at > 0) this.#include(this.x[at - 1]!, this.y[at - 1]!);
    }
  }

  reachedBefore(command: number): number {
    let low = 0;
    let high = this.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.command[middle]! < command) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #include(x: number, y: number): void {
    const { minX, maxX, minY, maxY } = this.bounds ?? { minX: x, maxX: x, minY: y, maxY: y };
    if (this.bounds !== undefined && x >= minX && x <= maxX && y >= minY && y <= maxY) return;
    this.bounds = {
      minX: Math.min(minX, x),
      maxX: Math.max(maxX, x),
      minY: Math.min(minY, y),
      maxY: Math.max(maxY, y),
    };
  }

  #grow(): void {
    const room = this.x.length * 2;
    const larger = <T extends { set(from: T): void }>(made: T, from: T): T => {
      made.set(from);
      return made;
    };
    this.x = larger(new Int32Array(room), this.x);
    this.y = larger(new Int32Array(room), this.y);
    this.kind = larger(new Uint8Array(room), this.kind);
    this.command = larger(new Uint32Array(room), this.command);
  }
}
