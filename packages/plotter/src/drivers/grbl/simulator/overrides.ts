/** Percentages set by real-time bytes while the machine moves; they apply to lines planned later. */
export class Overrides {
  feed = 100;
  rapid = 100;
  spindle = 100;

  reset(): void {
    this.feed = 100;
    this.rapid = 100;
    this.spindle = 100;
  }

  /** Returns whether the byte is an override. */
  change(byte: number): boolean {
    const steps = [0, 10, -10, 1, -1];
    if (byte >= 0x90 && byte <= 0x94)
      this.feed = within(byte === 0x90 ? 100 : this.feed + steps[byte - 0x90]!);
    else if (byte >= 0x95 && byte <= 0x97) this.rapid = [100, 50, 25][byte - 0x95]!;
    else if (byte >= 0x99 && byte <= 0x9d)
      this.spindle = within(byte === 0x99 ? 100 : this.spindle + steps[byte - 0x99]!);
    else return false;
    return true;
  }
}

function within(share: number): number {
  return Math.min(200, Math.max(10, share));
}
