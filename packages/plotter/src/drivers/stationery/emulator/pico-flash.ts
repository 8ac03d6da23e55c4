import { ChipFault } from './chip.ts';

const sector = 4096;
const page = 256;
const eraseNanos = 45e6;
const programNanos = 0.7e6;

const command = { writeEnable: 0x06, erase: 0x20, program: 0x02, status: 0x05, uniqueId: 0x4b };

/** One command lasts from each falling to the next rising edge of chip select. */
export class FlashChip {
  readonly memory: Uint8Array;
  readonly #nanos: () => number;
  readonly #uniqueId: Uint8Array;
  #sent: number[] = [];
  #isSelected = false;
  #isWritable = false;
  #busyUntil = 0;
  /** Restores the part of the running write that a power loss prevents. */
  #unfinished: (() => void) | undefined;

  constructor(memory: Uint8Array, uniqueId: Uint8Array, nanos: () => number) {
    this.memory = memory;
    this.#uniqueId = uniqueId;
    this.#nanos = nanos;
  }

  get isBusy(): boolean {
    return this.#nanos() < this.#busyUntil;
  }

  select(isSelected: boolean): void {
    if (isSelected === this.#isSelected) return;
    this.#isSelected = isSelected;
    if (!isSelected) this.#carryOut(this.#sent);
    this.#sent = [];
  }

  transfer(byte: number): number {
    if (!this.#isSelected) throw new ChipFault('A byte was sent to the flash, which is not selected.');
    this.#sent.push(byte);
    const [first] = this.#sent;
    if (first === command.status && this.#sent.length > 1)
      return (this.isBusy ? 1 : 0) | (this.#isWritable ? 2 : 0);
    if (first === command.uniqueId && this.#sent.length > 5)
      return this.#uniqueId[(this.#sent.length - 6) % this.#uniqueId.length]!;
    return 0xff;
  }

  losePower(): void {
    if (this.isBusy) this.#unfinished?.();
    this.#busyUntil = 0;
    this.#isSelected = false;
    this.#isWritable = false;
    this.#sent = [];
  }

  #carryOut([first, high = 0, middle = 0, low = 0, ...data]: number[]): void {
    if (first === undefined || first === command.status || first === command.uniqueId) return;
    if (this.isBusy) throw new ChipFault('A command was sent to the flash while it is busy.');
    if (first === command.writeEnable) {
      this.#isWritable = true;
      return;
    }
    if (first !== command.erase && first !== command.program)
      throw new ChipFault(`The flash does not know the command ${first}.`);
    if (!this.#isWritable) throw new ChipFault('The flash was not enabled for writing.');
    this.#isWritable = false;
    const address = (high << 16) | (middle << 8) | low;
    const { memory } = this;
    if (first === command.erase) {
      const start = address - (address % sector);
      const old = memory.slice(start, start + sector);
      memory.fill(0xff, start, start + sector);
      this.#unfinished = () => memory.set(old.subarray(sector / 2), start + sector / 2);
      this.#busyUntil = this.#nanos() + eraseNanos;
    } else {
      const start = address - (address % page);
      const old = memory.slice(start, start + page);
      for (const [index, byte] of data.entries()) {
        const at = start + ((address + index) % page);
        memory[at] = memory[at]! & byte;
      }
      this.#unfinished = () => memory.set(old.subarray(page / 4), start + page / 4);
      this.#busyUntil = this.#nanos() + programNanos;
    }
  }
}
