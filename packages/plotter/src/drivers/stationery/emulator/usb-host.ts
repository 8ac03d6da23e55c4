import type { RP2040 } from 'rp2040js';
import { ChipFault } from './chip.ts';

const bufferControls = 0x80;
const bit = { available: 1 << 10, stall: 1 << 11, data1: 1 << 13, full: 1 << 15 };
const lengthMask = 0x3ff;
const packetLength = 64;
const pullUp = 1 << 16;
/** The time from plugging in to the first request, and how long the bus is reset. */
const attachNanos = 100e6;
const resetNanos = 10e6;
const controlTimeoutNanos = 5e9;

type Transaction =
  | { kind: 'wait'; nanos: number }
  | { kind: 'reset' }
  | { kind: 'setup'; packet: readonly number[] }
  | { kind: 'in'; data1: boolean }
  | { kind: 'out'; data1: boolean; data: Uint8Array }
  | { kind: 'configured' };
/** The data of an IN transaction; undefined for a stall. */
type Result = Uint8Array | undefined;
type Control = Generator<Transaction, void, Result>;

/** Data that the computer read from the board during enumeration. */
export interface UsbIdentity {
  vendor: number;
  product: number;
  strings: readonly string[];
}

/**
 * Enumerates as Linux does, and throws where a real controller would fail. Polls again only after the board has changed a
 * buffer, so that an idle line costs nothing.
 */
export class UsbHost {
  onBytes: (bytes: Uint8Array) => void = () => undefined;
  identity: UsbIdentity | undefined;
  readonly #mcu: RP2040;
  readonly #alarm;
  readonly #outgoing: number[] = [];
  readonly #requests: Control[] = [];
  #control: Control | undefined;
  #next: Transaction | undefined;
  #startedAt = 0;
  #isPlugged = true;
  #isPulledUp = false;
  #isAttached = false;
  #isConfigured = false;
  #isOpen = false;
  #isScheduled = false;
  /** Set when the board sends NAK; cleared when it changes the buffer. */
  readonly #naks = { control: false, in: false, out: false };
  #inIsData1 = false;
  #outIsData1 = false;
  #address = 0;
  #stall: number = 0;

  constructor(mcu: RP2040) {
    this.#mcu = mcu;
    this.#alarm = mcu.clock.createAlarm(() => this.#work());
    const { usbCtrl } = mcu;
    const old = new Uint32Array(64);
    usbCtrl.DPRAMUpdated = (offset, value) => {
      if (offset < bufferControls || offset >= 0x100) return;
      const at = (offset - bufferControls) >> 2;
      this.#bufferChanged(at, value, old[at]!);
      old[at] = value;
    };
    const write = usbCtrl.writeUint32.bind(usbCtrl);
    usbCtrl.writeUint32 = (offset, value) => {
      write(offset, value);
      if (offset === 0x4c) {
        this.#isPulledUp = (value & pullUp) !== 0;
        this.#attach();
      }
      if (offset === 0x00) this.#address = value & 0x7f;
      if (offset === 0x68) this.#stall = value;
    };
  }

  write(bytes: Uint8Array): void {
    for (const byte of bytes) this.#outgoing.push(byte);
    this.#schedule();
  }

  /** Tells the board whether the port is open, as `cdc_acm` does. */
  setOpen(isOpen: boolean): void {
    if (isOpen === this.#isOpen) return;
    this.#isOpen = isOpen;
    if (!isOpen) this.#outgoing.length = 0;
    if (!this.#isConfigured) return;
    this.#requests.push(openPort(isOpen));
    this.#schedule();
  }

  /** Plugs the cable in or out. The board has its own power. */
  setPlugged(isPlugged: boolean): void {
    this.#isPlugged = isPlugged;
    if (!isPlugged) this.#isOpen = false;
    this.#attach();
  }

  #attach(): void {
    const isAttached = this.#isPlugged && this.#isPulledUp;
    if (isAttached === this.#isAttached) return;
    this.#isAttached = isAttached;
    this.#isConfigured = false;
    this.#control = undefined;
    this.#naks.control = false;
    this.#requests.length = 0;
    this.#outgoing.length = 0;
    if (!isAttached) return;
    this.#requests.push(this.#enumerate());
    this.#schedule();
  }

  #bufferChanged(index: number, value: number, old: number): void {
    if ((value & bit.available) !== 0 && (old & bit.available) === 0 && (value & ~bit.available) !== old)
      throw new ChipFault('A USB buffer became available in the same write as its length.');
    const [endpoint, isOut] = [index >> 1, (index & 1) === 1];
    if (endpoint === 0) this.#naks.control = false;
    else if (isOut) this.#naks.out = false;
    else this.#naks.in = false;
    this.#schedule();
  }

  #hasWork(): boolean {
    if (!this.#isAttached) return false;
    const { control, in: noInput, out: noOutput } = this.#naks;
    if (!control && (this.#control !== undefined || this.#requests.length > 0)) return true;
    if (!this.#isConfigured || !this.#isOpen) return false;
    return !noInput || (!noOutput && this.#outgoing.length > 0);
  }

  #schedule(nanos = 2_000): void {
    if (this.#isScheduled || !this.#hasWork()) return;
    this.#isScheduled = true;
    this.#alarm.schedule(nanos);
  }

  #work(): void {
    this.#isScheduled = false;
    if (!this.#isAttached) return;
    let bytes = 0;
    if (!this.#naks.control && (this.#control !== undefined || this.#requests.length > 0)) {
      const pause = this.#workOnControl();
      if (pause > 0) {
        this.#schedule(pause);
        return;
      }
    } else if (this.#isConfigured && this.#isOpen) {
      bytes += this.#receive() + this.#send();
    }
    // A packet has 13 bytes more than its data, at 12 Mbit/s.
    this.#schedule(Math.round(((bytes + 26) * 8_000) / 12));
  }

  #workOnControl(): number {
    if (this.#control === undefined) {
      this.#control = this.#requests.shift()!;
      this.#advance(undefined);
      return 0;
    }
    const next = this.#next!;
    const nanos = this.#mcu.clock.nanos;
    switch (next.kind) {
      case 'wait':
        this.#advance(undefined);
        return next.nanos;
      case 'reset':
        this.#mcu.usbCtrl.resetDevice();
        this.#isConfigured = false;
        this.#advance(undefined);
        return resetNanos + 10e6;
      case 'configured':
        this.#isConfigured = true;
        this.#inIsData1 = false;
        this.#outIsData1 = false;
        this.#advance(undefined);
        return 0;
      case 'setup':
        this.#stall = 0;
        this.#mcu.usbCtrl.sendSetupPacket(Uint8Array.from(next.packet));
        this.#advance(undefined);
        return 0;
      case 'in':
      case 'out': {
        const result = this.#transact(0, next);
        if (result !== 'nak') this.#advance(result === 'stall' ? undefined : result);
        else {
          if (nanos - this.#startedAt > controlTimeoutNanos)
            throw new ChipFault('The board does not answer.');
          this.#naks.control = true;
        }
        return 0;
      }
    }
  }

  #advance(result: Result): void {
    const { value, done } = this.#control!.next(result);
    this.#next = done ? undefined : (value as Transaction);
    if (done) this.#control = undefined;
    this.#startedAt = this.#mcu.clock.nanos;
  }

  #receive(): number {
    if (this.#naks.in) return 0;
    const result = this.#transact(2, { kind: 'in', data1: this.#inIsData1 });
    if (result === 'stall') throw new ChipFault('The board stalls its data endpoint.');
    if (result === 'nak') {
      this.#naks.in = true;
      return 0;
    }
    this.#inIsData1 = !this.#inIsData1;
    if (result.length > 0) this.onBytes(result);
    return result.length;
  }

  #send(): number {
    if (this.#outgoing.length === 0 || this.#naks.out) return 0;
    const data = Uint8Array.from(this.#outgoing.slice(0, packetLength));
    const result = this.#transact(2, { kind: 'out', data1: this.#outIsData1, data });
    if (result === 'stall') throw new ChipFault('The board stalls its data endpoint.');
    if (result === 'nak') {
      this.#naks.out = true;
      return 0;
    }
    this.#outIsData1 = !this.#outIsData1;
    this.#outgoing.splice(0, data.length);
    return data.length;
  }

  #transact(endpoint: number, transaction: Extract<Transaction, { kind: 'in' | 'out' }>) {
    const isOut = transaction.kind === 'out';
    const { usbDPRAM, usbDPRAMView: view } = this.#mcu;
    const at = bufferControls + 8 * endpoint + (isOut ? 4 : 0);
    const control = view.getUint32(at, true);
    const isArmed = endpoint > 0 || (this.#stall & (isOut ? 2 : 1)) !== 0;
    if ((control & bit.stall) !== 0 && isArmed) return 'stall';
    if ((control & bit.available) === 0) return 'nak';
    if (((control & bit.data1) !== 0) !== transaction.data1)
      throw new ChipFault(`The board expects the other packet number at endpoint ${endpoint}.`);
    if (isOut === ((control & bit.full) !== 0))
      throw new ChipFault(`A USB buffer of endpoint ${endpoint} is ${isOut ? 'full' : 'empty'}.`);
    const buffer = endpoint === 0 ? 0x100 : this.#bufferOf(endpoint, isOut);
    const room = control & lengthMask;
    if (!isOut) {
      view.setUint32(at, control & ~(bit.available | bit.full), true);
      const data = usbDPRAM.slice(buffer, buffer + room);
      this.#finish(endpoint, false);
      return data;
    }
    const { data } = transaction;
    if (data.length > room) throw new ChipFault(`A USB packet of ${data.length} bytes does not fit.`);
    usbDPRAM.set(data, buffer);
    view.setUint32(at, (control & ~(bit.available | lengthMask)) | bit.full | data.length, true);
    this.#finish(endpoint, true);
    return data;
  }

  #finish(endpoint: number, isOut: boolean): void {
    const { usbCtrl } = this.#mcu;
    const controller = usbCtrl as unknown as { indicateBufferReady(endpoint: number, isOut: boolean): void };
    controller.indicateBufferReady(endpoint, isOut);
  }

  #bufferOf(endpoint: number, isOut: boolean): number {
    const control = this.#mcu.usbDPRAMView.getUint32(8 * endpoint + (isOut ? 4 : 0), true);
    if (control >>> 31 === 0) throw new ChipFault(`Endpoint ${endpoint} is not enabled.`);
    return control & 0xffc0;
  }

  *#enumerate(): Control {
    yield { kind: 'wait', nanos: attachNanos };
    yield { kind: 'reset' };
    const device = yield* read(0x80, 6, 0x0100, 0, 64);
    yield { kind: 'reset' };
    yield* write(0x00, 5, 7, 0);
    yield { kind: 'wait', nanos: 2e6 };
    if (this.#address !== 7) throw new ChipFault('The board did not take its USB address.');
    const again = yield* read(0x80, 6, 0x0100, 0, 18);
    if (device === undefined || again?.length !== 18 || device[7] !== packetLength)
      throw new ChipFault('The device descriptor is wrong.');
    if ((yield* read(0x80, 6, 0x0600, 0, 10)) !== undefined)
      throw new ChipFault('A full-speed device has no qualifier descriptor.');
    const head = yield* read(0x80, 6, 0x0200, 0, 9);
    const total = (head?.[2] ?? 0) | ((head?.[3] ?? 0) << 8);
    const configuration = yield* read(0x80, 6, 0x0200, 0, total);
    checkConfiguration(configuration, total);
    const languages = yield* read(0x80, 6, 0x0300, 0, 255);
    if (languages?.[2] !== 0x09 || languages[3] !== 0x04)
      throw new ChipFault('The device has no English strings.');
    const strings: string[] = [];
    for (const index of again.slice(14, 17)) {
      const text = yield* read(0x80, 6, 0x0300 | index, 0x0409, 255);
      if (text === undefined || text[0] !== text.length || text[1] !== 3)
        throw new ChipFault(`String ${index} is wrong.`);
      strings.push(Buffer.from(text.subarray(2)).toString('utf16le'));
    }
    const word = (at: number) => again[at]! | (again[at + 1]! << 8);
    this.identity = { vendor: word(8), product: word(10), strings };
    yield* write(0x00, 9, 1, 0);
    yield { kind: 'configured' };
    if ((yield* read(0x81, 10, 0, 1, 1))?.[0] !== 0)
      throw new ChipFault('The board does not report the alternate setting of its interface.');
    yield* write(0x01, 11, 0, 1);
    yield* openPort(this.#isOpen);
  }
}

function* openPort(isOpen: boolean): Control {
  yield* write(0x21, 0x22, isOpen ? 3 : 0, 0);
  if (!isOpen) return;
  const coding = Uint8Array.of(0x00, 0xc2, 0x01, 0x00, 0, 0, 8);
  yield* write(0x21, 0x20, 0, 0, coding);
  const told = yield* read(0xa1, 0x21, 0, 0, 7);
  if (told === undefined || !Buffer.from(told).equals(coding))
    throw new ChipFault('The board does not report the line coding that was set.');
}

function setupPacket(type: number, request: number, value: number, index: number, length: number) {
  const low = (word: number) => [word & 0xff, word >> 8];
  return [type, request, ...low(value), ...low(index), ...low(length)];
}

/** Returns undefined if the board refuses. */
function* read(
  type: number,
  request: number,
  value: number,
  index: number,
  length: number,
): Generator<Transaction, Uint8Array | undefined, Result> {
  yield { kind: 'setup', packet: setupPacket(type, request, value, index, length) };
  const data: number[] = [];
  for (let data1 = true; data.length < length; data1 = !data1) {
    const packet = yield { kind: 'in', data1 };
    if (packet === undefined) return undefined;
    data.push(...packet);
    if (packet.length < packetLength) break;
  }
  if (data.length > length) throw new ChipFault('The board sends more than it was asked for.');
  yield { kind: 'out', data1: true, data: new Uint8Array(0) };
  return Uint8Array.from(data);
}

function* write(
  type: number,
  request: number,
  value: number,
  index: number,
  data = new Uint8Array(0),
): Generator<Transaction, void, Result> {
  yield { kind: 'setup', packet: setupPacket(type, request, value, index, data.length) };
  if (data.length > 0 && (yield { kind: 'out', data1: true, data }) === undefined)
    throw new ChipFault(`The board refuses the request ${request}.`);
  const status = yield { kind: 'in', data1: true };
  if (status?.length !== 0) throw new ChipFault(`The board refuses the request ${request}.`);
}

/** Requires a communication interface, and a data interface with bulk endpoints in both directions. */
function checkConfiguration(bytes: Uint8Array | undefined, total: number): void {
  if (bytes?.length !== total) throw new ChipFault('The configuration descriptor has the wrong length.');
  const interfaces: number[] = [];
  const endpoints: number[] = [];
  let at = 0;
  for (; at < total && bytes[at]! > 1; at += bytes[at]!) {
    const type = bytes[at + 1];
    if (type === 4) interfaces.push(bytes[at + 5]!);
    if (type === 5) endpoints.push(bytes[at + 2]!);
  }
  const isRight =
    at === total &&
    bytes[4] === interfaces.length &&
    interfaces.join() === '2,10' &&
    endpoints.includes(0x82) &&
    endpoints.includes(0x02);
  if (!isRight) throw new ChipFault('The configuration descriptor is wrong.');
}
