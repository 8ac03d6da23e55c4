import avr from 'avr8js';
import { type Chip, ChipFault, type PinListener } from './chip.ts';

function writeHex(text: string, memory: Uint8Array): void {
  for (const line of text.trim().split(/\r?\n/)) {
    const bytes = Buffer.from(line.slice(1), 'hex');
    const sum = bytes.reduce((total, byte) => total + byte, 0) & 0xff;
    const [length = 0, high = 0, low = 0, type] = bytes;
    if (!line.startsWith(':') || sum !== 0 || bytes.length !== length + 5)
      throw new ChipFault('A line of the HEX file is wrong.');
    const address = (high << 8) | low;
    if (type === 0 && address + length > memory.length) throw new ChipFault('The HEX file does not fit.');
    if (type === 0) memory.set(bytes.subarray(4, 4 + length), address);
  }
}

const hertz = 16_000_000;
const cycleNanos = 1e9 / hertz;
const pageBytes = 128;
const register = { eecr: 0x3f, smcr: 0x53, mcusr: 0x54, spmcsr: 0x57, ucsra: 0xc0, ucsrb: 0xc1, udr: 0xc6 };
const opcode = { sleep: 0x9588, spm: 0x95e8 };
const overrun = 0x08;
const watchdogReset = 0x08;
const externalReset = 0x02;
/** RAM holds this after power-up. */
const neverWritten = 0xa5;
/** Bytes that the chip can hold: two, and one in the shift register. */
const receiveDepth = 3;

// A local variable, because each access to the module goes through a getter.
const { avrInstruction } = avr;

type Cpu = InstanceType<typeof avr.CPU>;

/** Parts of the emulator's timer that its type declarations omit. */
interface TimerInside {
  count: (reschedule?: boolean) => void;
  config: { OCRA: number; OCRB: number };
  divider: number;
  lastCycle: number;
  tcnt: number;
  ocrA: number;
  ocrB: number;
  TOP: number;
  tcntUpdated: boolean;
  updateDivider: boolean;
}

/** The serial line runs at the rate that the program has set. */
export class UnoChip implements Chip {
  onBytes: (bytes: Uint8Array) => void = () => undefined;
  onPin: PinListener = () => undefined;
  onReset: () => void = () => undefined;
  /** Bytes that the program did not read in time. */
  overruns = 0;
  readonly #program: Uint16Array<ArrayBuffer>;
  readonly #eeprom = new avr.EEPROMMemoryBackend(1024);
  readonly #startsAt: number;
  #cpu!: Cpu;
  #usart!: InstanceType<typeof avr.AVRUSART>;
  #ports!: { port: InstanceType<typeof avr.AVRIOPort>; first: number }[];
  #startedAt = 0;
  #isRestarting = false;
  #isHung = false;
  #incoming: number[] = [];
  /** Number of bytes of `#incoming` that have arrived. Removing them one by one would be slow. */
  #arrived = 0;
  #outgoing: number[] = [];
  #received: number[] = [];
  #isReceiving = false;
  readonly #inputs = new Map<number, boolean>();
  readonly #page = new Uint16Array(pageBytes / 2).fill(0xffff);

  /** `startsAt`: the byte address of the first instruction; a boot loader lies at the end. */
  constructor(hex: string, { startsAt = 0, flashBytes = 32 * 1024 } = {}) {
    this.#program = new Uint16Array(flashBytes / 2).fill(0xffff);
    writeHex(hex, new Uint8Array(this.#program.buffer));
    this.#startsAt = startsAt;
    this.#start(externalReset);
  }

  get nanos(): number {
    return this.#startedAt + this.#cpu.cycles * cycleNanos;
  }

  get flash(): Uint8Array {
    return new Uint8Array(this.#program.buffer);
  }

  run(untilNanos: number): void {
    const runOn = () => this.#runChip((untilNanos - this.#startedAt) / cycleNanos);
    runOn();
    while (this.#isRestarting) {
      this.#restart(watchdogReset);
      runOn();
    }
    this.#flush();
  }

  write(bytes: Uint8Array): void {
    if (this.#arrived === this.#incoming.length) this.#dropIncoming();
    for (const byte of bytes) this.#incoming.push(byte);
    this.#receive();
  }

  setOpen(): void {}
  setPlugged(): void {}

  reset(): void {
    this.#restart(externalReset);
  }

  setInput(pin: number, isHigh: boolean): void {
    this.#inputs.set(pin, isHigh);
    for (const { port, first } of this.#ports) {
      if (pin >= first && pin < first + 8) port.setPin(pin - first, isHigh);
    }
  }

  hang(): void {
    this.#isHung = true;
  }

  get unusedRam(): number {
    return longestRun(this.#cpu.data, neverWritten);
  }

  #runChip(untilCycles: number): void {
    const cpu = this.#cpu;
    if (this.#isHung) {
      this.#hang(untilCycles);
      return;
    }
    const inside = cpu as unknown as CpuInside;
    const { progMem, data } = cpu;
    while (cpu.cycles < untilCycles && !this.#isRestarting) {
      const next = progMem[cpu.pc]!;
      if (next === opcode.sleep && (cpu.data[register.smcr]! & 1) === 1) {
        cpu.pc++;
        this.#sleep(untilCycles);
        continue;
      }
      if (next === opcode.spm) this.#writeProgram();
      avrInstruction(cpu);
      const event = inside.nextClockEvent;
      const isDue = event !== null && event.cycles <= cpu.cycles;
      if (isDue || (inside.nextInterrupt >= 0 && (data[95]! & 0x80) !== 0)) cpu.tick();
    }
  }

  /** Jumps from event to event until one causes an interrupt. The next `run` continues an unfinished sleep. */
  #sleep(untilCycles: number): void {
    const cpu = this.#cpu;
    const awake = cpu.pc;
    if (cpu.nextInterrupt >= 0) cpu.tick();
    while (cpu.pc === awake && !this.#isRestarting) {
      const event = (cpu as unknown as CpuInside).nextClockEvent;
      if (event === null || event.cycles > untilCycles) {
        cpu.cycles = Math.max(cpu.cycles, Math.ceil(untilCycles));
        cpu.pc--;
        return;
      }
      cpu.cycles = Math.max(cpu.cycles, event.cycles);
      cpu.tick();
    }
  }

  #hang(untilCycles: number): void {
    const cpu = this.#cpu;
    cpu.data[95] = cpu.data[95]! & 0x7f;
    while (cpu.cycles < untilCycles && !this.#isRestarting) {
      const event = (cpu as unknown as CpuInside).nextClockEvent;
      const next = Math.min(event?.cycles ?? untilCycles, Math.ceil(untilCycles));
      cpu.cycles = Math.max(cpu.cycles, next);
      cpu.tick();
    }
  }

  #restart(reason: number): void {
    this.#startedAt = this.nanos;
    this.#isRestarting = false;
    this.#isHung = false;
    this.#flush();
    this.#start(reason);
    this.onReset();
  }

  #start(reason: number): void {
    const cpu = new avr.CPU(this.#program, 2048);
    if (reason === watchdogReset) cpu.data.set(this.#cpu.data.subarray(0x100), 0x100);
    else cpu.data.fill(neverWritten, 0x100);
    this.#cpu = cpu;
    this.#dropIncoming();
    this.#received = [];
    this.#isReceiving = false;
    cpu.pc = this.#startsAt / 2;
    cpu.data[register.mcusr] = reason;
    this.#ports = [
      { port: new avr.AVRIOPort(cpu, avr.portDConfig), first: 0 },
      { port: new avr.AVRIOPort(cpu, avr.portBConfig), first: 8 },
      { port: new avr.AVRIOPort(cpu, avr.portCConfig), first: 14 },
    ];
    for (const { port, first } of this.#ports) {
      port.addListener((value, old) => {
        for (let bit = 0; bit < 8; bit++) {
          if (((value ^ old) >> bit) & 1) this.onPin(first + bit, ((value >> bit) & 1) === 1, this.nanos);
        }
      });
      for (let bit = 0; bit < 8; bit++) port.setPin(bit, this.#inputs.get(first + bit) ?? true);
    }
    const timers = [avr.timer0Config, avr.timer1Config, avr.timer2Config].map(
      (config) => new avr.AVRTimer(cpu, config) as unknown as TimerInside,
    );
    skipTicks(cpu, timers);
    new avr.AVREEPROM(cpu, this.#eeprom);
    const clock = new avr.AVRClock(cpu, hertz);
    new avr.AVRWatchdog(cpu, avr.watchdogConfig, clock);
    cpu.reset = () => {
      this.#isRestarting = true;
    };
    this.#connectLine();
  }

  #connectLine(): void {
    const cpu = this.#cpu;
    const usart = new avr.AVRUSART(cpu, avr.usart0Config, hertz);
    this.#usart = usart;
    const inside = usart as unknown as { UDRE: { constant?: boolean }; RXC: never; rxByte: number };
    // Let the interrupt for an empty send buffer repeat until the program sends a byte, as on the chip.
    inside.UDRE.constant = true;
    usart.onByteTransmit = (byte) => {
      this.#outgoing.push(byte);
      if (byte === 10) this.#flush();
    };
    const readData = cpu.readHooks[register.udr]!;
    cpu.readHooks[register.udr] = (address) => {
      inside.rxByte = this.#received.shift() ?? 0;
      const byte = readData(address);
      cpu.data[register.ucsra] = cpu.data[register.ucsra]! & ~overrun;
      if (this.#received.length > 0) cpu.setInterruptFlag(inside.RXC);
      return byte;
    };
    const writeControl = cpu.writeHooks[register.ucsrb]!;
    cpu.writeHooks[register.ucsrb] = (...args) => {
      writeControl(...args);
      if (this.#received.length > 0) cpu.setInterruptFlag(inside.RXC);
      this.#receive();
      return true;
    };
  }

  #dropIncoming(): void {
    this.#incoming = [];
    this.#arrived = 0;
  }

  /** Delivers received bytes one after another, at the rate of the line. */
  #receive(): void {
    if (this.#isReceiving || this.#arrived === this.#incoming.length || !this.#usart.rxEnable) return;
    this.#isReceiving = true;
    this.#cpu.addClockEvent(
      () => {
        this.#isReceiving = false;
        const byte = this.#incoming[this.#arrived++]!;
        if (this.#received.length < receiveDepth) this.#received.push(byte);
        else {
          this.overruns++;
          this.#cpu.data[register.ucsra] = this.#cpu.data[register.ucsra]! | overrun;
        }
        this.#cpu.setInterruptFlag((this.#usart as unknown as { RXC: never }).RXC);
        this.#receive();
      },
      (this.#usart as unknown as { cyclesPerChar: number }).cyclesPerChar,
    );
  }

  #flush(): void {
    if (this.#outgoing.length === 0) return;
    const bytes = Uint8Array.from(this.#outgoing);
    this.#outgoing = [];
    this.onBytes(bytes);
  }

  /** A boot loader writes the program memory with the instruction SPM. */
  #writeProgram(): void {
    const cpu = this.#cpu;
    const address = cpu.dataView.getUint16(30, true);
    const page = (address - (address % pageBytes)) / 2;
    const action = cpu.data[register.spmcsr]! & 0x1f;
    if (action === 0x01) this.#page[(address % pageBytes) >> 1] = cpu.data[0]! | (cpu.data[1]! << 8);
    else if (action === 0x03) this.#program.fill(0xffff, page, page + pageBytes / 2);
    else if (action === 0x05) {
      for (const [index, word] of this.#page.entries()) this.#program[page + index]! &= word;
      this.#page.fill(0xffff);
    } else if (action !== 0x11) throw new ChipFault(`SPM with ${action} in SPMCSR.`);
    cpu.data[register.spmcsr] = 0;
  }
}

function longestRun(bytes: Uint8Array, value: number): number {
  let longest = 0;
  let length = 0;
  for (const byte of bytes) {
    length = byte === value ? length + 1 : 0;
    longest = Math.max(longest, length);
  }
  return longest;
}

interface CpuInside {
  nextInterrupt: number;
  nextClockEvent: { cycles: number } | null;
}

function skipTicks(cpu: Cpu, timers: readonly TimerInside[]): void {
  const add = cpu.addClockEvent.bind(cpu);
  const byCount = new Map<unknown, TimerInside>(timers.map((timer) => [timer.count, timer]));
  const cyclesToNext = (timer: TimerInside) => {
    const { tcnt, ocrA, ocrB, TOP, divider, lastCycle } = timer;
    const turn = TOP + 1;
    const ticksTo = (value: number) => (value > tcnt ? value - tcnt : value - tcnt + turn);
    // At most `TOP`, because the emulator misses a full turn of the counter.
    const ticks = Math.min(ticksTo(ocrA), ticksTo(ocrB), turn - tcnt, TOP);
    return lastCycle + Math.max(1, ticks) * divider - cpu.cycles;
  };
  cpu.addClockEvent = (callback, cycles) => {
    const timer = byCount.get(callback);
    const isPlain = timer === undefined || timer.updateDivider || timer.tcntUpdated || timer.divider === 0;
    return add(callback, isPlain ? cycles : cyclesToNext(timer));
  };
  for (const timer of timers) {
    for (const address of [timer.config.OCRA, timer.config.OCRB]) {
      const write = cpu.writeHooks[address]!;
      cpu.writeHooks[address] = (...args) => {
        if (!timer.updateDivider) timer.count(false);
        const result = write(...args);
        if (timer.divider > 0 && !timer.updateDivider && cpu.clearClockEvent(timer.count))
          add(timer.count, cyclesToNext(timer));
        return result;
      };
    }
  }
}
