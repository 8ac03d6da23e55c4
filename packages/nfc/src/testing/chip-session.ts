import type { BytePort, Clock } from '@stationery/core';
import type { Pn532Frame } from '../pn532/frame.ts';
import { Pn532Parser } from '../pn532/parser.ts';
import { type ChipState, type CommandOutcome, executeCommand, type SimulatedTag } from './chip-commands.ts';
import { type Fault, FaultyLine, Timers } from './faulty-line.ts';

const ackAfterMs = 1;
const lateAckAfterMs = 45;
const answerAfterMs = 3;
const searchTryMs = 5;
const wakeUpByte = 0x55;

interface ChipSessionDeps {
  port: BytePort;
  clock: Clock;
  faults: ReadonlySet<Fault>;
  random: () => number;
  state: ChipState;
}

interface Running {
  code: number;
  search?: Uint8Array;
  cancel: () => void;
}

/** The chip on an open line: receives frames, acknowledges them and answers later. */
export class ChipSession {
  readonly #deps: ChipSessionDeps;
  readonly #line: FaultyLine;
  readonly #timers: Timers;
  readonly #parser = new Pn532Parser();
  readonly #unsubscribe: (() => void)[];
  #running: Running | undefined;
  #lastAnswer: Pn532Frame | undefined;

  constructor(deps: ChipSessionDeps) {
    this.#deps = deps;
    this.#line = new FaultyLine(deps);
    this.#timers = new Timers(deps.clock);
    this.#unsubscribe = [
      deps.port.onBytes((bytes) => this.#receive(bytes)),
      deps.port.onClose(() => this.end()),
    ];
  }

  end(): void {
    for (const unsubscribe of this.#unsubscribe) unsubscribe();
    this.#timers.cancelAll();
    this.#line.stop();
    this.#running = undefined;
  }

  async hangUp(): Promise<void> {
    this.end();
    await this.#deps.port.close();
  }

  /** Call it when a tag was placed; a running search then finds it. */
  tagArrived(): void {
    const running = this.#running;
    if (running?.search === undefined) return;
    running.cancel();
    this.#search(running, running.search, answerAfterMs);
  }

  #receive(bytes: Uint8Array): void {
    const { state, faults } = this.#deps;
    if (faults.has('silence')) return;
    const heard = state.asleep ? this.#wakeUp(bytes) : bytes;
    for (const parsed of this.#parser.push(heard)) {
      if (parsed.kind === 'to-chip') this.#begin(parsed.payload);
      else if (parsed.kind === 'ack') this.#abort();
      else if (parsed.kind === 'nack') this.#repeat();
    }
  }

  /** Wakes a sleeping chip, which discards everything before the wake-up byte. */
  #wakeUp(bytes: Uint8Array): Uint8Array {
    const wokenAt = bytes.indexOf(wakeUpByte);
    if (wokenAt < 0) return new Uint8Array(0);
    this.#deps.state.asleep = false;
    this.#parser.reset();
    return bytes.subarray(wokenAt);
  }

  /** Ends the running command without an answer, because the host sent an ACK. */
  #abort(): void {
    this.#running?.cancel();
    this.#running = undefined;
  }

  #repeat(): void {
    if (this.#lastAnswer !== undefined) this.#line.send(this.#lastAnswer, { repeated: true });
  }

  #begin(payload: Uint8Array): void {
    const { faults, state } = this.#deps;
    this.#abort();
    this.#lastAnswer = undefined;
    const running: Running = { code: payload[0] ?? 0, cancel: () => undefined };
    this.#running = running;
    const ackDelayMs = faults.has('late-ack') ? lateAckAfterMs : ackAfterMs;
    const answerFirst = faults.has('answer-before-ack');
    this.#timers.after(answerFirst ? ackDelayMs + answerAfterMs + 1 : ackDelayMs, () =>
      this.#line.send({ kind: 'ack' }),
    );
    this.#follow(running, executeCommand(state, payload), ackDelayMs + answerAfterMs);
  }

  #follow(running: Running, reaction: CommandOutcome, delayMs: number): void {
    switch (reaction.kind) {
      case 'answer':
        running.cancel = this.#timers.after(delayMs, () => {
          this.#answer(running, reaction.data);
          if (reaction.thenSleep === true) this.#deps.state.asleep = true;
        });
        break;
      case 'syntax-error':
        running.cancel = this.#timers.after(delayMs, () => this.#line.send({ kind: 'error' }));
        break;
      case 'search':
        running.search = reaction.searchData;
        this.#search(running, reaction.searchData, delayMs);
        break;
      case 'wait':
        break;
    }
  }

  #search(running: Running, searchData: Uint8Array, delayMs: number): void {
    const { state, faults } = this.#deps;
    if (matchesSearch(state.tag, searchData)) {
      running.cancel = this.#timers.after(delayMs, () => {
        if (!matchesSearch(state.tag, searchData)) {
          this.#search(running, searchData, delayMs);
          return;
        }
        state.selected = true;
        this.#answer(running, [0x01, ...targetData(state.tag)]);
      });
      return;
    }
    const forEver = 0xff;
    if (state.searchRetries === forEver || faults.has('silent-without-tag')) return;
    const searchMs = (state.searchRetries + 1) * searchTryMs;
    running.cancel = this.#timers.after(delayMs + searchMs, () => this.#answer(running, [0x00]));
  }

  #answer(running: Running, data: readonly number[]): void {
    const frame: Pn532Frame = { kind: 'from-chip', payload: Uint8Array.of(running.code + 1, ...data) };
    this.#running = undefined;
    this.#lastAnswer = frame;
    this.#line.send(frame);
  }
}

const typeA106 = 0x00;

/** Whether a search finds the tag. The simulator has type A tags only; a search may name a UID. */
function matchesSearch(tag: SimulatedTag | undefined, searchData: Uint8Array): tag is SimulatedTag {
  const [, modulation, ...wantedUid] = searchData;
  if (tag === undefined || modulation !== typeA106) return false;
  return wantedUid.length === 0 || Buffer.compare(withoutCascade(wantedUid), tag.uid) === 0;
}

/** Removes the cascade tags (0x88) of anticollision, which a UID of 7 or 10 bytes in a search contains. */
function withoutCascade(uid: readonly number[]): Uint8Array {
  const levels = uid.length === 8 ? [0] : uid.length === 12 ? [0, 4] : [];
  return Uint8Array.from(uid.filter((byte, at) => !(levels.includes(at) && byte === 0x88)));
}

function targetData(tag: SimulatedTag): number[] {
  const atqa = tag.atqa ?? defaultAtqa(tag.uid.length);
  return [0x01, atqa >> 8, atqa & 0xff, tag.sak, tag.uid.length, ...tag.uid, ...atsOf(tag)];
}

/** Returns the ATQA of a common tag. Bits 7 and 8 encode the UID length (ISO 14443-3); bit 3 is always set. */
function defaultAtqa(uidBytes: number): number {
  if (uidBytes === 10) return 0x0084;
  return uidBytes === 7 ? 0x0044 : 0x0004;
}

function atsOf(tag: SimulatedTag): number[] {
  if ((tag.sak & 0x20) === 0) return [];
  return [...(tag.ats ?? [0x06, 0x75, 0x77, 0x81, 0x02, 0x80])];
}
