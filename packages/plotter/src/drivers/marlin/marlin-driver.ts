import { because, type PlainLinkReason, type RefusalCode } from '@stationery/contract';
import type { LinkPort } from '../../link/link-port.ts';
import type { CommandHandle, Driver, Identity } from '../driver.ts';
import type { DriverDeps } from '../family.ts';
import { forgetModes } from '../kernel/gcode-language.ts';
import { defaultStepTimes, type Halted, StepDriver } from '../kernel/step-driver.ts';
import { Talk } from '../kernel/talk.ts';
import type { Effect, StatusReply } from '../language/effect.ts';
import { acknowledgementOf, isOurCommand, verbOf } from '../language/our-language.ts';
import { LinkError } from '../link.ts';
import type { MachineFacts, Profile } from '../profile.ts';
import {
  effectOf,
  isRefusal,
  marlinLanguage,
  parsePosition,
  penSteps,
  positionQuestion,
  refusalOf,
  type TranslationState,
} from './marlin-language.ts';
import { MarlinMachine } from './marlin-machine.ts';
import { NumberedLines } from './numbered-lines.ts';

/** Resend requests that are in flight arrive within this time. */
const quietMs = 50;
/** A busy machine says `busy:` every two seconds. After a longer silence a reply may be lost. */
const silentMs = 5_000;
/** A machine that is silent for this long counts as gone. */
const goneMs = 60_000;
/** Marlin drops all moves for a second after a stop. */
const afterStopMs = 1_100;
/** Upper bound for the planner's size. */
const maxBlocks = 128;
const commandsAhead = 32;

const banner = /^(?:start|Marlin \d.{0,60}|\/\/ Klipper state: Ready)$/;
const halted =
  /^(?:Error:\s?Printer halted|!! .{0,200}shutdown|\/\/ Klipper state: (?:Shutdown|Disconnect))/i;
/** Some boards add their free space: `ok P15 B3`. */
const isOk = /^ok\b/;
const wanted = /^(?:Resend|rs):? ?N?(\d{1,9})$/i;
const lastLine = /^Error:.{0,80}Last Line: (\d{1,9})$/;

export class MarlinDriver extends StepDriver<TranslationState> implements Driver {
  readonly name = 'marlin';
  protected readonly talk: Talk;
  readonly #machine: MarlinMachine;
  readonly #lines: NumberedLines;
  /** Baud rates, the one in use first; undefined for the configured one. */
  readonly #baudRates: (number | undefined)[];
  /** Number of open questions. Nothing else is sent until they are answered. */
  #probes = 0;
  #heardAtMs = 0;
  #cancelWatch: () => void = () => undefined;
  #cancelQuiet: (() => void) | undefined;

  constructor(deps: DriverDeps, rates: readonly number[] = []) {
    const { clock, log, firstSession } = deps;
    const machine = new MarlinMachine();
    const lines = new NumberedLines();
    const baudRates = [undefined, ...rates];
    super({
      clock,
      log,
      port: atRate(deps, baudRates),
      times: { ...defaultStepTimes, ...deps.times },
      firstSession,
      language: marlinLanguage,
      state: machine.translation,
      lines,
      // Klipper plans by time, so no number of moves proves execution.
      blocksBehind: () => (machine.isKlipper ? Number.POSITIVE_INFINITY : maxBlocks),
    });
    this.#machine = machine;
    this.#lines = lines;
    this.#baudRates = baudRates;
    this.talk = new Talk(clock, (line) => this.writeLine(line.trimEnd()));
  }

  get identity(): Identity {
    const { firmware, isKlipper } = this.#machine;
    return { model: firmware === null ? null : isKlipper ? 'Klipper' : 'Marlin', firmware };
  }

  get facts(): MachineFacts {
    return this.#machine.facts;
  }

  get window(): number {
    return maxBlocks + commandsAhead;
  }

  configure(profile: Profile): void {
    this.#machine.configure(profile);
  }

  effectOf(command: string): Effect {
    return effectOf(command, this.#machine.translation.hasHoming);
  }

  refusalOf(terminalLine: string): RefusalCode {
    return refusalOf(terminalLine);
  }

  override usePort(port: LinkPort): Promise<void> {
    return super.usePort(atRate(port, this.#baudRates));
  }

  protected get stopLine(): string {
    return this.#machine.isKlipper ? 'M112\n' : 'M410\n';
  }

  protected override get maySend(): boolean {
    return super.maySend && this.#cancelQuiet === undefined && this.#probes === 0;
  }

  protected override obstacle(command: string): PlainLinkReason | undefined {
    return verbOf(command) === 'RESET' ? undefined : this.problem;
  }

  /** Restarts a halted machine. On some Marlin boards a user must also press the reset button. */
  protected override beginAtOnce(command: string): CommandHandle | undefined {
    if (this.problem === undefined) return undefined;
    this.writeLine(this.#machine.isKlipper ? 'FIRMWARE_RESTART' : 'M999');
    this.greet(this.link.settle.bannerWaitMs);
    return this.done(command, acknowledgementOf(command));
  }

  protected override show(): void {
    this.#watch();
    super.show();
  }

  protected override receive(chunk: Uint8Array): void {
    this.#heardAtMs = this.clock.nowMs();
    super.receive(chunk);
  }

  protected override writeStep(text: string): void {
    if (this.#lines.size === 1) this.#heardAtMs = this.clock.nowMs();
    super.writeStep(text);
  }

  protected hear(line: string): void {
    if (this.link.isHeard) this.link.tell({ type: 'received', line });
    const again = wanted.exec(line)?.[1] ?? lastLineOf(line);
    if (banner.test(line)) this.#onBanner(line);
    else if (halted.test(line)) this.#onHalt(line);
    else if (!this.isReady) this.talk.heard(isOk.test(line) ? 'ok' : line);
    else if (again !== undefined) this.#sendAgainSoon(Number(again));
    else if (isOk.test(line)) this.#onOk(line);
    else if (parsePosition(line) !== undefined) this.#onPosition(line);
    else if (!/^(?:echo:)?busy:/.test(line)) this.#onOther(line);
  }

  #onOther(line: string): void {
    const { oldest, oldestNumber } = this.#lines;
    // Marlin removes checksums: a line that still has one arrived without its number and was not accepted.
    if (oldest !== undefined && isRefusal(line) && line.includes('*')) this.#sendAgainSoon(oldestNumber);
    else if (oldest?.task === undefined) this.link.tell({ type: 'unsolicited', line });
    else if (isRefusal(line)) oldest.task.refusal ??= line;
    else oldest.task.take(line);
  }

  #onOk(line: string): void {
    const lines = this.#lines;
    if (this.#probes > 0 && lines.size === 0) {
      this.#probes--;
      this.sender.pump();
      return;
    }
    if (lines.isVoid()) return;
    if (!this.sender.answered(lines.oldest?.task?.refusal)) {
      this.sender.doubt();
      this.stray(line);
      return;
    }
    this.#sendAgain();
  }

  /** The answer to `M114`: everything sent before it was processed. */
  #onPosition(line: string): void {
    const lost = this.#lines.heard(line);
    if (lost === undefined) {
      if (this.#probes > 0 && this.#lines.size > 0) this.resynchronise();
      // The answers to earlier probes are lost; only the `ok` after this answer is still expected.
      else if (this.#probes > 0) this.#probes = 1;
      return;
    }
    if (lost.length > 0) {
      this.resynchronise();
      return;
    }
    const task = this.#lines.oldest?.task;
    if (task === undefined) return;
    const isAsked = !isOurCommand(task.command) || verbOf(task.command) === 'STATUS';
    if (isAsked) task.take(line);
    // The effect of other commands gives the position, except for homing.
    if (isAsked || this.effectOf(task.command).move === 'unknown') task.reported = this.#reportedBy(line);
  }

  #reportedBy(line: string): StatusReply {
    const { x, y } = parsePosition(line)!;
    const { stepsPerMm } = this.#machine.translation;
    return { position: { x: Math.round(x * stepsPerMm) + 0, y: Math.round(y * stepsPerMm) + 0 } };
  }

  #sendAgainSoon(number: number): void {
    this.log.info({ number }, 'the machine requested a line again');
    if (!this.#lines.wantAgain(number)) {
      this.resynchronise();
      return;
    }
    this.#cancelQuiet?.();
    this.#cancelQuiet = this.clock.after(quietMs, () => {
      this.#cancelQuiet = undefined;
      this.#sendAgain();
      this.sender.pump();
    });
  }

  #sendAgain(): void {
    const text = this.#lines.nextAgain();
    if (text !== undefined) this.writeLine(text);
  }

  /** Asks a question after a silence while the machine owes a reply. */
  #watch(): void {
    this.#cancelWatch();
    if (!this.isReady || (this.#lines.size === 0 && this.#probes === 0)) return;
    const idleMs = this.clock.nowMs() - this.#heardAtMs;
    this.#cancelWatch = this.clock.after(Math.max(1, silentMs - Math.min(idleMs, silentMs)), () => {
      const silence = this.clock.nowMs() - this.#heardAtMs;
      if (silence >= goneMs) {
        this.reopen({ code: 'port-reopened' });
        return;
      }
      if (silence >= silentMs) {
        this.#probes++;
        this.writeLine(positionQuestion.text);
      }
      this.#cancelWatch = this.clock.after(silentMs, () => this.#watch());
    });
  }

  protected override interrupt(): () => boolean {
    this.#probes = 0;
    this.#cancelWatch();
    this.#cancelQuiet?.();
    this.#cancelQuiet = undefined;
    this.sender.forgetLines();
    this.talk.end();
    forgetModes(this.#machine.translation);
    return super.interrupt();
  }

  protected async introduce(bannerWaitMs: number, isGone: () => boolean): Promise<boolean> {
    const talk = this.talk;
    const machine = this.#machine;
    this.problem = undefined;
    if (bannerWaitMs > 0 && (await talk.banner(bannerWaitMs)))
      this.link.tell({ type: 'reset', banner: 'start' });
    if (isGone()) return false;
    await talk.quiet();
    if (isGone()) return false;
    // Ends a line that a different program may have begun.
    this.write('\n');
    const version = await talk.ask('M115', 'FIRMWARE_');
    if (isGone() || !version?.some((line) => line.includes('FIRMWARE_NAME:'))) return false;
    machine.introduced(version);
    await talk.ask('M110 N0');
    if (isGone()) return false;
    this.writeLine('M400');
    if (!(await this.#isAtRest(isGone))) return false;
    // Missing in some firmware builds.
    const settings = await talk.ask('M503');
    if (isGone()) return false;
    machine.hearSettings(settings ?? []);
    machine.apply();
    if (!machine.hasEmergencyParser && !machine.isKlipper)
      this.log.info({}, 'no emergency parser: a stop waits for the lines before it');
    return true;
  }

  /** Returns false if the machine is silent or gone. */
  async #isAtRest(isGone: () => boolean): Promise<boolean> {
    const { text, answer } = positionQuestion;
    while ((await this.talk.ask(text, answer)) === undefined) {
      if (isGone() || this.clock.nowMs() - this.#heardAtMs >= silentMs) return false;
    }
    return !isGone();
  }

  protected override tryAgain(): void {
    this.#baudRates.push(this.#baudRates.shift());
    super.tryAgain();
  }

  #onBanner(line: string): void {
    if (this.talk.isExpectingBanner) {
      this.talk.greeted(line);
      return;
    }
    // More lines of the banner follow its first.
    if (!this.isReady && line !== 'start' && this.problem === undefined) return;
    this.log.info({ banner: line }, 'board started');
    this.#machine.forget();
    this.beginNext({ code: 'board-restarted' }, 'reset');
    this.link.tell({ type: 'reset', banner: line });
    this.greet(0);
  }

  #onHalt(line: string): void {
    // A stop may halt the machine.
    if (this.problem !== undefined || this.isStopping) return;
    const reason: PlainLinkReason = { code: 'machine-halted', message: line.slice(0, 200) };
    this.log.warn({ reason }, 'machine halted');
    this.beginNext(reason, 'reset');
    this.interrupt();
    this.problem = reason;
    this.link.become({ state: 'suspect', ...because(reason) });
  }

  /** Marlin halts its motors without braking, so a moving machine loses its position. */
  protected async halt(wasIdle: boolean, isGone: () => boolean): Promise<Halted | undefined> {
    const { isKlipper } = this.#machine;
    if (isKlipper) await this.#restartKlipper(isGone);
    else if (!(await this.#isAtRest(isGone)) && !isGone()) {
      // The last resort: halts the machine until the user resets it.
      this.writeLine('M112');
      this.reopen({ code: 'port-reopened' });
      throw new LinkError('timeout', { code: 'unanswered', command: 'STOP' }, 'STOP');
    }
    if (isGone()) return undefined;
    if (!wasIdle || isKlipper) this.beginNext({ code: 'motion-unfinished' }, 'reset');
    if (!wasIdle) await this.talk.sleep(afterStopMs);
    await this.askAll(penSteps('up', this.#machine.translation), isGone);
    return { lines: [], reported: wasIdle ? { pen: 'up' } : { pen: 'up', position: null } };
  }

  async #restartKlipper(isGone: () => boolean): Promise<void> {
    await this.talk.sleep(quietMs);
    if (isGone()) return;
    this.writeLine('FIRMWARE_RESTART');
    await this.talk.banner(goneMs);
  }

  protected override resumeAfterStop(): void {
    this.greet(0);
  }

  protected forgetMachine(): void {
    this.#machine.forget();
  }
}

function atRate(port: LinkPort, baudRates: readonly (number | undefined)[]): LinkPort {
  return { ...port, openPort: () => port.openPort(baudRates[0]) };
}

function lastLineOf(line: string): number | undefined {
  const match = lastLine.exec(line);
  return match === null ? undefined : Number(match[1]) + 1;
}
