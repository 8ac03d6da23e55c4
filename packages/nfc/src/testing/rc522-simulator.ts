import type { Bus } from '../bus/bus.ts';
import { cascadeTag, crcA, tagCommand } from '../rc522/find-tag.ts';
import { bits, chipCommand, fifoBytes, register } from '../rc522/registers.ts';
import type { Tag } from '../tag.ts';

export const rc522Faults = [
  /** The data line is not connected: every byte is 0x00 (`low`) or 0xFF (`floating`). */
  'low',
  'floating',
  'garbage',
  /** Every command seems to have ended without receiving anything. */
  'stuck-interrupts',
  'endless',
  /** One bit of each answer of a tag is wrong. */
  'bit-errors',
  /** The chip claims more bytes than it can hold. */
  'overfull',
] as const;

export type Rc522Fault = (typeof rc522Faults)[number];

/** An MFRC522 in software: registers over SPI, and tags of ISO 14443-3 type A in its field. */
export class Rc522Simulator {
  readonly #random: () => number;
  readonly #faults = new Set<Rc522Fault>();
  #registers = poweredUp();
  #fifo: number[] = [];
  #tags: SimulatedTypeA[] = [];
  #isPlugged = true;

  constructor({ random = Math.random }: { random?: () => number } = {}) {
    this.#random = random;
  }

  put(...tags: Tag[]): void {
    this.#tags = tags.map((tag) => new SimulatedTypeA(tag));
  }

  take(): void {
    this.#tags = [];
  }

  setFault(fault: Rc522Fault, isOn: boolean): void {
    if (isOn) this.#faults.add(fault);
    else this.#faults.delete(fault);
  }

  unplug(): void {
    this.#isPlugged = false;
    this.dipPower();
  }

  replug(): void {
    this.#isPlugged = true;
  }

  dipPower(): void {
    this.#registers = poweredUp();
    this.#fifo = [];
    for (const tag of this.#tags) tag.reset();
  }

  /** Like `/dev/spidev0.0`, which exists even without the chip. */
  readonly openBus = async (): Promise<Bus> => ({
    transfer: async (bytes) => this.#exchange(bytes),
    close: async () => undefined,
  });

  #exchange(request: Uint8Array): Uint8Array {
    const [address = 0, ...rest] = request;
    if (this.#faults.has('garbage')) return request.map(() => Math.floor(this.#random() * 256));
    if (this.#faults.has('floating')) return request.map(() => 0xff);
    if (this.#faults.has('low') || !this.#isPlugged) return request.map(() => 0x00);
    const answer = new Uint8Array(request.length);
    if ((address & 0x80) === 0) for (const value of rest) this.#write(address >> 1, value);
    else
      for (const [at, each] of request.subarray(0, -1).entries())
        answer[at + 1] = this.#read((each >> 1) & 0x3f);
    return answer;
  }

  #read(address: number): number {
    if (address === register.fifoData) return this.#fifo.shift() ?? 0x00;
    if (address === register.fifoLevel) return this.#faults.has('overfull') ? 0x7f : this.#fifo.length;
    if (address === register.interrupts && this.#faults.has('stuck-interrupts')) return bits.timer;
    if (address === register.interrupts && this.#faults.has('endless')) return 0x00;
    return this.#get(address);
  }

  #write(address: number, value: number): void {
    if (address === register.command && value === chipCommand.softReset) this.#registers = poweredUp();
    else if (address === register.fifoData) {
      if (this.#fifo.length < fifoBytes) this.#fifo.push(value);
    } else if (address === register.fifoLevel) this.#fifo = [];
    else if (address === register.interrupts) this.#set(address, this.#get(address) & ~value);
    else {
      this.#set(address, value);
      const isSending = address === register.bitFraming && (value & bits.startSend) !== 0;
      if (isSending && this.#get(register.command) === chipCommand.transceive) this.#transceive(value & 0x07);
    }
  }

  #transceive(lastBits: number): void {
    const sent = Uint8Array.from(this.#fifo.splice(0));
    const isOn = (this.#get(register.txControl) & bits.antenna) === bits.antenna;
    const answers = isOn
      ? this.#tags.map((tag) => tag.hear(sent, lastBits)).filter((each) => each !== undefined)
      : [];
    const [first] = answers;
    const differs = answers.some((each) => Buffer.compare(each, first!) !== 0);
    this.#set(register.error, differs ? bits.collision : 0);
    this.#set(register.interrupts, first === undefined ? bits.timer : bits.received);
    if (first === undefined) return;
    this.#fifo = [...first];
    if (this.#faults.has('bit-errors')) {
      const bit = Math.floor(this.#random() * first.length * 8);
      this.#fifo[bit >> 3]! ^= 1 << (bit & 7);
    }
  }

  #get(address: number): number {
    return this.#registers.get(address) ?? 0;
  }

  #set(address: number, value: number): void {
    this.#registers.set(address, value);
  }
}

function poweredUp(): Map<number, number> {
  return new Map([
    [register.version, 0x92],
    [register.txControl, 0x80],
    [register.mode, 0x3f],
    [register.command, 0x20],
  ]);
}

/** States of ISO 14443-3: a halted tag answers only to a wake-up. */
class SimulatedTypeA {
  readonly #tag: Tag;
  #state: 'idle' | 'ready' | 'active' | 'halted' = 'idle';
  #level = 0;

  constructor(tag: Tag) {
    this.#tag = tag;
  }

  reset(): void {
    this.#state = 'idle';
  }

  hear(bytes: Uint8Array, lastBits: number): Uint8Array | undefined {
    const [code, second] = bytes;
    if (lastBits === 7) return this.#wakeUp(code!);
    if (code === tagCommand.halt && isWhole(bytes)) {
      if (this.#state === 'active') this.#state = 'halted';
      return undefined;
    }
    if (this.#state !== 'ready' || code !== tagCommand.select[this.#level]) return this.#rest();
    const part = this.#part();
    if (second === 0x20) return part;
    if (second !== 0x70 || !isWhole(bytes) || Buffer.compare(bytes.subarray(2, 7), part) !== 0) {
      this.#state = 'idle';
      return undefined;
    }
    const isLast = this.#level === this.#levels - 1;
    if (isLast) this.#state = 'active';
    else this.#level++;
    const sak = isLast ? this.#tag.sak : 0x04;
    return Uint8Array.of(sak, ...crcA(Uint8Array.of(sak)));
  }

  #wakeUp(code: number): Uint8Array | undefined {
    const isHeard = code === tagCommand.wakeUp || (code === tagCommand.request && this.#state !== 'halted');
    if (this.#state === 'ready' || this.#state === 'active' || !isHeard) return this.#rest();
    this.#state = 'ready';
    this.#level = 0;
    return Uint8Array.of([0x04, 0x44, 0x84][this.#levels - 1]!, 0x00);
  }

  #rest(): undefined {
    if (this.#state !== 'halted') this.#state = 'idle';
  }

  get #levels(): number {
    return { 4: 1, 7: 2, 10: 3 }[this.#tag.uid.length] ?? 1;
  }

  /** Returns a part of the UID with its checksum: four bytes, or a cascade tag and three bytes. */
  #part(): Uint8Array {
    const at = this.#level * 3;
    const isLast = this.#level === this.#levels - 1;
    const bytes = isLast
      ? [...this.#tag.uid.subarray(at)]
      : [cascadeTag, ...this.#tag.uid.subarray(at, at + 3)];
    return Uint8Array.of(
      ...bytes,
      bytes.reduce((total, byte) => total ^ byte, 0),
    );
  }
}

function isWhole(bytes: Uint8Array): boolean {
  const crc = crcA(bytes.subarray(0, -2));
  return bytes.at(-2) === crc[0] && bytes.at(-1) === crc[1];
}
