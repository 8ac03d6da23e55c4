import type { PlainLinkReason, SendReason } from '@stationery/contract';
import type { Begun } from '../driver.ts';
import { acknowledgementOf, isOurCommand } from '../language/our-language.ts';
import { LinkError, type Reply, type SendOptions } from '../link.ts';
import type { Step, Translation } from './grbl-language.ts';

/** A device that talks without end must not fill the memory. */
const mostLines = 10_000;

/** A command from the moment in which it is begun until it was carried out. Each promise settles once. */
export class Task implements Begun {
  readonly command: string;
  readonly accepted: Promise<Reply>;
  readonly executed: Promise<void>;
  readonly timeoutMs: number;
  /** Somebody waits for its end: what shows that is sent right behind it. */
  readonly isUrgent: boolean;
  /** What it is for this machine; set when its turn has come. */
  translation: Translation | undefined;
  steps: readonly Step[] = [];
  sent = 0;
  answered = 0;
  /** Why the machine refused it. */
  refusal: string | undefined;
  /** A report that is part of its reply: not asked for yet, asked for, or here. */
  report: 'none' | 'wanted' | 'here' = 'none';
  /** How often in a row the machine was found at rest, for a line whose end nothing else shows. */
  rests = 0;
  isDone = false;
  /** Its time is over, and the machine may still be busy with it. */
  overdue: PlainLinkReason | undefined;
  reply: Reply | undefined;
  /** How many blocks had been taken when it was. */
  blocksBefore = 0;
  readonly #lines: string[] = [];
  #isLive = true;
  #accept!: (reply: Reply) => void;
  #execute!: () => void;
  #fail!: (error: LinkError) => void;
  #stopListening: () => void = () => undefined;

  constructor(
    command: string,
    { timeoutMs, signal }: SendOptions,
    isUrgent: boolean,
    onAbort: (task: Task) => void,
  ) {
    this.command = command;
    this.timeoutMs = timeoutMs;
    this.isUrgent = isUrgent;
    const failing: ((error: LinkError) => void)[] = [];
    this.#fail = (error) => {
      for (const fail of failing) fail(error);
    };
    this.accepted = new Promise((resolve, reject) => {
      this.#accept = resolve;
      failing.push(reject);
    });
    this.executed = new Promise((resolve, reject) => {
      this.#execute = resolve;
      failing.push(reject);
    });
    this.accepted.catch(() => undefined);
    this.executed.catch(() => undefined);
    if (signal === undefined) return;
    const abort = () => onAbort(this);
    signal.addEventListener('abort', abort, { once: true });
    this.#stopListening = () => signal.removeEventListener('abort', abort);
  }

  /** Whether somebody still waits to hear how it ends. */
  get isLive(): boolean {
    return this.#isLive;
  }

  get isBegun(): boolean {
    return this.sent > 0 || this.report !== 'none';
  }

  /** Its last line was sent. */
  get isSent(): boolean {
    return this.translation !== undefined && (this.sent === this.steps.length || this.refusal !== undefined);
  }

  get isAnswered(): boolean {
    return this.isSent && this.answered === this.sent && this.report !== 'wanted';
  }

  /** The machine has answered all lines of it. */
  get isTaken(): boolean {
    return this.translation !== undefined && this.isAnswered;
  }

  /** Nothing is sent behind it until it was carried out. */
  get isAlone(): boolean {
    const { translation } = this;
    return translation !== undefined && translation.kind !== 'lines' && translation.kind !== 'refused';
  }

  /** What the machine answered to it can be said. */
  get isKnown(): boolean {
    return this.isAnswered && (this.isDone || this.refusal !== undefined || !this.isAlone);
  }

  take(line: string): void {
    if (this.#lines.length < mostLines) this.#lines.push(line);
  }

  /** The machine has taken it, or refused it. */
  accept(): Reply {
    const terminalLine = this.refusal ?? this.#success();
    const lines = [...this.#lines, terminalLine];
    this.reply = { sent: this.command, ok: this.refusal === undefined, terminalLine, lines };
    this.#accept(this.reply);
    return this.reply;
  }

  /** What the interface promises for its own commands; to other lines the machine's own last word. */
  #success(): string {
    if (isOurCommand(this.command)) return acknowledgementOf(this.command);
    return this.report === 'here' ? this.#lines.pop()! : 'ok';
  }

  execute(): void {
    this.#end();
    this.#execute();
  }

  /** It is unknown how far it came, or it was never sent. */
  fail(kind: LinkError['kind'], reason: SendReason): void {
    if (!this.#isLive) return;
    this.#end();
    this.#fail(new LinkError(kind, reason, this.command, this.#lines));
  }

  #end(): void {
    this.#isLive = false;
    this.#stopListening();
  }
}
