import { GPIOPinState, RP2040 } from 'rp2040js';
import { type Chip, ChipFault, type PinListener } from './chip.ts';
import { FlashChip } from './pico-flash.ts';
import { UsbHost, type UsbIdentity } from './usb-host.ts';

const blockLength = 512;
const [firstMagic, secondMagic, lastMagic] = [0x0a324655, 0x9e5d5157, 0x0ab16f30];
const hasFamily = 0x2000;
const rp2040Family = 0xe48bff56;
const flashStart = 0x10000000;

/** Writes the file to the flash as the boot ROM does. */
function writeUf2(file: Uint8Array, flash: Uint8Array): void {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const count = file.length / blockLength;
  if (!Number.isInteger(count) || count === 0) throw new ChipFault('The UF2 file is not made of blocks.');
  for (let block = 0; block < count; block++) {
    const at = block * blockLength;
    const word = (index: number) => view.getUint32(at + 4 * index, true);
    const isRight =
      word(0) === firstMagic &&
      word(1) === secondMagic &&
      view.getUint32(at + 508, true) === lastMagic &&
      (word(2) & hasFamily) !== 0 &&
      word(7) === rp2040Family &&
      word(4) === 256 &&
      word(5) === block &&
      word(6) === count;
    const offset = word(3) - flashStart;
    if (!isRight || offset < 0 || offset % 256 !== 0 || offset + 256 > flash.length)
      throw new ChipFault(`Block ${block} of the UF2 file is wrong.`);
    flash.set(file.subarray(at + 32, at + 32 + 256), offset);
  }
}

/** The checksum of the boot block: CRC-32/MPEG-2 of 252 bytes. */
function bootBlockCrc(block: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of block.subarray(0, 252)) {
    crc ^= byte << 24;
    for (let bit = 0; bit < 8; bit++) crc = crc & 0x80000000 ? (crc << 1) ^ 0x04c11db7 : crc << 1;
  }
  return crc >>> 0;
}

/** The serial number of the flash chip. */
const uniqueId = Uint8Array.of(0xe6, 0x60, 0x58, 0x38, 0x83, 0x2a, 0x51, 0x2f);
const bootBlockAt = 0x41f00;
/** Bits of RESETS, by the address of the peripheral. */
const resetBits: Record<number, number> = {
  262164: 5,
  262172: 8,
  262184: 12,
  262188: 13,
  262224: 14,
  262228: 21,
  262196: 22,
  262200: 23,
  327952: 24,
  262220: 0,
  327680: 2,
  328192: 10,
  328448: 11,
};
/** Value of RESETS after the boot ROM, which takes only the flash out of reset. */
const resetAtStart = 0x1ffffff & ~((1 << 6) | (1 << 9));
/** RAM holds this after power-up. */
const neverWritten = 0xa5;
const flashLength = 2 * 1024 * 1024;
/** Undefined instructions, which the chip reads while the flash is not mapped into memory. */
const unmapped = new Uint8Array(flashLength).fill(0xde);
/** Cycles of an interrupt's entry and exit, which the emulator does not count. */
const exceptionCycles = 30;

interface Register {
  readUint32(offset: number): number;
  writeUint32(offset: number, value: number): void;
  writeUint32Atomic(offset: number, value: number, kind: number): void;
}

export class PicoChip implements Chip {
  onBytes: (bytes: Uint8Array) => void = () => undefined;
  onPin: PinListener = () => undefined;
  onReset: () => void = () => undefined;
  /** Called with each byte that the UART at pin 0 sends. */
  onUartByte: (byte: number) => void = () => undefined;
  readonly #memory = new Uint8Array(flashLength).fill(0xff);
  readonly #flash: FlashChip;
  #mcu!: RP2040;
  #usb!: UsbHost;
  #isOpen = false;
  #isPlugged = true;
  /** Virtual time at the last reset: the clock of the chip starts at 0. */
  #startedAt = 0;
  #isRestarting = false;
  #isHung = false;
  /** 1 at first: after writing a program, the boot ROM starts it with a watchdog reset. */
  #resetReason = 1;
  #exceptions = 0;
  readonly #inputs = new Map<number, boolean>();

  constructor(uf2: Uint8Array) {
    writeUf2(uf2, this.#memory);
    this.#flash = new FlashChip(this.#memory, uniqueId, () => this.nanos);
    this.#start();
  }

  get nanos(): number {
    return this.#startedAt + this.#mcu.clock.nanos;
  }

  get usbIdentity(): UsbIdentity | undefined {
    return this.#usb.identity;
  }

  run(untilNanos: number): void {
    // Compares times within one start, because adding the time of the start may round down.
    this.#runChip(untilNanos - this.#startedAt);
    while (this.#isRestarting) {
      this.#restart(this.#mcu);
      this.#runChip(untilNanos - this.#startedAt);
    }
  }

  write(bytes: Uint8Array): void {
    this.#usb.write(bytes);
  }

  setOpen(isOpen: boolean): void {
    this.#isOpen = isOpen;
    this.#usb.setOpen(isOpen);
  }

  setPlugged(isPlugged: boolean): void {
    this.#isPlugged = isPlugged;
    this.#isOpen &&= isPlugged;
    this.#usb.setPlugged(isPlugged);
  }

  reset(): void {
    this.#resetReason = 0;
    this.#restart();
  }

  setInput(pin: number, isHigh: boolean): void {
    this.#inputs.set(pin, isHigh);
    this.#mcu.gpio[pin]!.setInputValue(isHigh);
  }

  hang(): void {
    this.#isHung = true;
  }

  writeUart(bytes: Uint8Array): void {
    for (const byte of bytes) this.#mcu.uart[0]!.feedByte(byte);
  }

  #runChip(untilNanos: number): void {
    const { core } = this.#mcu;
    const clock = this.#mcu.clock as unknown as Ticking;
    const cycleNanos = 1e9 / this.#mcu.clkSys;
    while (clock.nanosCounter < untilNanos && !this.#isRestarting) {
      if (core.waiting || this.#isHung) {
        const next = clock.nextAlarm?.nanos ?? untilNanos;
        clock.tick(Math.min(next, untilNanos) - clock.nanosCounter);
        continue;
      }
      const cycles = core.executeInstruction() + this.#exceptions;
      this.#exceptions = 0;
      const now = clock.nanosCounter + cycles * cycleNanos;
      if (clock.nextAlarm !== null && clock.nextAlarm.nanos <= now) clock.tick(cycles * cycleNanos);
      else clock.nanosCounter = now;
    }
  }

  /** `before`: the chip whose RAM and scratch registers are kept. */
  #restart(before?: RP2040): void {
    const at = this.nanos;
    this.#flash.losePower();
    this.#startedAt = at;
    this.#isRestarting = false;
    this.#isHung = false;
    this.#start(before);
    this.onReset();
  }

  #start(before?: RP2040): void {
    const mcu = new RP2040();
    this.#mcu = mcu;
    if (before === undefined) mcu.sram.fill(neverWritten);
    else mcu.sram.set(before.sram);
    mcu.logger = new FaultLogger();
    this.#showFlash(unmapped);
    mcu.onBreak = () => {
      throw new ChipFault(`The program has stopped at ${mcu.core.PC.toString(16)}.`);
    };
    this.#countExceptions();
    this.#connectFlash();
    this.#trapResets();
    const watchdog = watchdogOf(mcu);
    if (before !== undefined) watchdog.scratchData.set(watchdogOf(before).scratchData);
    watchdog.reason = this.#resetReason;
    watchdog.onWatchdogTrigger = () => {
      this.#isRestarting = true;
      this.#resetReason = watchdog.reason;
      // Stops the timer, because the emulator would set the next alarm to the same moment.
      watchdog.timer.enable = false;
    };
    for (const pin of mcu.gpio) {
      pin.addListener((state) => {
        if (state <= GPIOPinState.High) this.onPin(pin.index, state === GPIOPinState.High, this.nanos);
      });
      pin.setInputValue(this.#inputs.get(pin.index) ?? true);
    }
    mcu.uart[0]!.onByte = (byte) => this.onUartByte(byte);
    this.#usb = new UsbHost(mcu);
    this.#usb.onBytes = (bytes) => this.onBytes(bytes);
    this.#usb.setOpen(this.#isOpen);
    this.#usb.setPlugged(this.#isPlugged);
    this.#boot();
  }

  #boot(): void {
    const { core, sram } = this.#mcu;
    const block = this.#memory.subarray(0, 256);
    const crc = new DataView(block.buffer, block.byteOffset).getUint32(252, true);
    if (bootBlockCrc(block) !== crc) throw new ChipFault('The checksum of the boot block is wrong.');
    sram.set(block, bootBlockAt);
    core.registers.fill(0);
    core.SP = 0x20041f00;
    core.LR = 0;
    core.PC = 0x20000000 + bootBlockAt;
  }

  #showFlash(flash: Uint8Array): void {
    const { buffer } = flash;
    Object.assign(this.#mcu, { flash, flash16: new Uint16Array(buffer), flashView: new DataView(buffer) });
  }

  #countExceptions(): void {
    const core = this.#mcu.core as unknown as { exceptionEntry: (number: number) => void };
    const enter = core.exceptionEntry.bind(core);
    core.exceptionEntry = (number) => {
      if (number < 16) throw new ChipFault(`Exception ${number}.`);
      this.#exceptions += exceptionCycles;
      enter(number);
    };
  }

  /** The flash is mapped into memory or accessed byte by byte. While bytes are transferred, it cannot be read. */
  #connectFlash(): void {
    const mcu = this.#mcu;
    const flash = this.#flash;
    const received: number[] = [];
    const registers = new Map<number, number>([[0x08, 0]]);
    let select = 0;
    // An override keeps the controller from selecting the chip.
    const isOverridden = () => ((select >> 8) & 3) !== 0;
    const isMapped = () => registers.get(0x08) === 1 && registers.get(0x00) === 0x001f0300 && !isOverridden();
    const show = () => this.#showFlash(isMapped() ? this.#memory : unmapped);
    const controller: Register = {
      readUint32: (offset) => {
        if (offset === 0x28) return 0b0110 | (received.length > 0 ? 8 : 0);
        if (offset === 0x60) return received.shift() ?? 0;
        return registers.get(offset) ?? 0;
      },
      writeUint32: (offset, value) => {
        if (offset === 0x60) received.push(flash.transfer(value & 0xff));
        else registers.set(offset, value);
        if (offset === 0x08 || offset === 0x00) {
          if (isMapped() && flash.isBusy) throw new ChipFault('The flash is mapped while it is busy.');
          show();
        }
      },
      writeUint32Atomic: (offset, value) => controller.writeUint32(offset, value),
    };
    const pins: Register = {
      readUint32: () => select,
      writeUint32: (offset, value) => {
        if (offset !== 0x0c) throw new ChipFault('Only chip select of the flash may be overridden.');
        select = value;
        flash.select(((value >> 8) & 3) === 2);
        show();
      },
      writeUint32Atomic(offset, value, kind) {
        const changed = [value, select ^ value, select | value, select & ~value];
        pins.writeUint32(offset, changed[kind]!);
      },
    };
    Object.assign(mcu.peripherals, { 98304: controller, 262168: pins });
  }

  /** Access to a peripheral that is still in reset fails. */
  #trapResets(): void {
    const { peripherals } = this.#mcu;
    const resets = peripherals[0x4000c] as unknown as Register & { reset: number };
    const real = { ...peripherals };
    const apply = () => {
      for (const [address, shift] of Object.entries(resetBits)) {
        const isInReset = (resets.reset & (1 << shift)) !== 0;
        peripherals[Number(address)] = isInReset ? inReset(Number(address)) : real[Number(address)]!;
      }
    };
    const inReset = (address: number) => {
      const fail = () => {
        throw new ChipFault(`The peripheral ${address.toString(16)} is in reset.`);
      };
      return { readUint32: fail, writeUint32: fail, writeUint32Atomic: fail } as never;
    };
    resets.reset = resetAtStart;
    const { readUint32, writeUint32 } = resets;
    resets.readUint32 = (offset) =>
      offset === 8 ? ~resets.reset & 0x1ffffff : readUint32.call(resets, offset);
    resets.writeUint32 = (offset, value) => {
      writeUint32.call(resets, offset, value);
      apply();
    };
    apply();
  }
}

interface Watchdog {
  scratchData: Uint32Array;
  onWatchdogTrigger: () => void;
  /** The reason of a watchdog reset; 0 for other resets. */
  reason: number;
  timer: { enable: boolean };
}

function watchdogOf(mcu: RP2040): Watchdog {
  return mcu.peripherals[0x40058] as unknown as Watchdog;
}

interface Ticking {
  nanosCounter: number;
  nextAlarm: { nanos: number } | null;
  tick(nanos: number): void;
}

/** Turns warnings of the emulator, about accesses that would fail on the real chip, into errors. */
class FaultLogger {
  debug(): void {}
  info(): void {}
  warn(component: string, message: string): void {
    throw new ChipFault(`${component}: ${message}`);
  }
  error(component: string, message: string): void {
    throw new ChipFault(`${component}: ${message}`);
  }
}
