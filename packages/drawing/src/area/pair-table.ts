/** Numbers pairs of integers, starting at 0. Several times faster than a `Map` with a combined key. */
export class PairTable {
  readonly firsts: number[] = [];
  readonly seconds: number[] = [];
  /** Hash table with linear probing: for each slot, the index of its pair plus one, or 0. */
  private places = new Int32Array(64);

  get size(): number {
    return this.firsts.length;
  }

  add(first: number, second: number): number {
    const place = this.placeOf(first, second);
    const known = this.places[place] as number;
    if (known !== 0) return known - 1;
    this.firsts.push(first);
    this.seconds.push(second);
    this.places[place] = this.firsts.length;
    if (this.firsts.length * 2 > this.places.length) this.grow();
    return this.firsts.length - 1;
  }

  /** Returns the index of a pair, or -1 if it is missing. */
  find(first: number, second: number): number {
    return (this.places[this.placeOf(first, second)] as number) - 1;
  }

  private placeOf(first: number, second: number): number {
    const mask = this.places.length - 1;
    let mixed = Math.imul(first, 0x9e3779b1) ^ Math.imul(second, 0x85ebca6b);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d);
    let place = (mixed ^ (mixed >>> 13)) & mask;
    for (;;) {
      const known = this.places[place] as number;
      if (known === 0 || (this.firsts[known - 1] === first && this.seconds[known - 1] === second))
        return place;
      place = (place + 1) & mask;
    }
  }

  private grow(): void {
    this.places = new Int32Array(this.places.length * 2);
    for (let index = 0; index < this.firsts.length; index++)
      this.places[this.placeOf(this.firsts[index]!, this.seconds[index]!)] = index + 1;
  }
}
