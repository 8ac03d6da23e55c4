import type { PlainLinkReason } from '@stationery/contract';
import type { StatusReply } from '../language/effect.ts';
import type { MachineFacts } from '../profile.ts';
import type { LineDialect } from './dialect.ts';
import { ourName } from './grammar.ts';
import { Greeting } from './greeting.ts';
import { MotionBuffer } from './motion-buffer.ts';
import { ReplyWords } from './reply-words.ts';

const maxFirmwareName = 60;

/** What is known of the board. Kept after a connection loss, because most likely the same board returns. */
export class KnownBoard {
  readonly buffer: MotionBuffer;
  readonly greeting: Greeting;
  readonly words = new ReplyWords();
  #isOurFirmware = false;
  #firmware: string | undefined;
  #doubt: PlainLinkReason | undefined;
  #penHeightLimits: MachineFacts['penHeightLimits'];
  #facts: { ofBuffer: MachineFacts; whole: MachineFacts } | undefined;

  constructor(dialect: LineDialect) {
    this.buffer = new MotionBuffer(dialect);
    this.greeting = new Greeting(dialect.system);
  }

  get isOurFirmware(): boolean {
    return this.#isOurFirmware;
  }

  get firmware(): string | undefined {
    return this.#firmware;
  }

  /** Returns the same object until a fact changes. */
  get facts(): MachineFacts {
    const { facts: ofBuffer } = this.buffer;
    const penHeightLimits = this.#penHeightLimits;
    if (penHeightLimits === undefined) return ofBuffer;
    if (this.#facts?.ofBuffer !== ofBuffer)
      this.#facts = { ofBuffer, whole: { ...ofBuffer, penHeightLimits } };
    return this.#facts.whole;
  }

  reported({ cornerDeviationSteps, penHeightLimits }: StatusReply): void {
    if (cornerDeviationSteps !== undefined) this.buffer.cornerDeviationReported(cornerDeviationSteps);
    const { min, max } = this.#penHeightLimits ?? {};
    if (penHeightLimits === undefined || (penHeightLimits.min === min && penHeightLimits.max === max)) return;
    this.#penHeightLimits = penHeightLimits;
    this.#facts = undefined;
  }

  /** Why the next line might answer an older command. Nothing is sent while there is a reason. */
  get doubt(): PlainLinkReason | undefined {
    return this.#doubt;
  }

  doubted(reason: PlainLinkReason): void {
    this.#doubt ??= reason;
  }

  trusted(): void {
    this.#doubt = undefined;
  }

  /** Takes a banner, or a line with the name of our firmware. */
  introduced(line: string): void {
    const at = line.indexOf(ourName);
    this.#isOurFirmware = at >= 0;
    const [name, buffer] = line.slice(Math.max(0, at), at + maxFirmwareName).split(' BUFFER ', 2);
    this.#firmware = at < 0 ? undefined : name?.trim();
    this.buffer.announced(at < 0 ? undefined : buffer);
  }

  /**
   * Called when the board counts commands. Only our firmware with buffered motion does so, even if its banner was
   * missed.
   */
  counted(): void {
    this.#isOurFirmware = true;
    this.buffer.noticed();
  }

  markOtherFirmware(): void {
    this.#isOurFirmware = false;
    this.#penHeightLimits = undefined;
    this.#facts = undefined;
    this.buffer.forget();
    this.trusted();
  }

  forget(): void {
    this.markOtherFirmware();
    this.#firmware = undefined;
    this.words.forgetBoard();
    this.greeting.forget();
  }
}
