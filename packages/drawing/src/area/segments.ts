/** Directed lines between grid points; which of the two areas each is an edge of is its `owner`. */
export class Segments {
  readonly x0: number[] = [];
  readonly y0: number[] = [];
  readonly x1: number[] = [];
  readonly y1: number[] = [];
  readonly owner: number[] = [];

  get count(): number {
    return this.owner.length;
  }

  add(x0: number, y0: number, x1: number, y1: number, owner: number): void {
    if (x0 === x1 && y0 === y1) return;
    this.x0.push(x0);
    this.y0.push(y0);
    this.x1.push(x1);
    this.y1.push(y1);
    this.owner.push(owner);
  }
}
