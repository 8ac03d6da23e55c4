import { type CommandHandle, sendAndWait } from '../driver.ts';
import type { DriverDeps } from '../family.ts';
import type { Effect } from '../language/effect.ts';
import { type MachinePosition, positionAfter, positionInDoubt } from '../language/machine-position.ts';
import { ours, parsePenHeight, verbOf } from '../language/our-language.ts';
import type { LineDialect } from '../lines/dialect.ts';
import { LinesDriver } from '../lines/lines-driver.ts';
import { LinkError, type LinkEvent, type Reply, type SendOptions } from '../link.ts';
import type { Profile } from '../profile.ts';
import { microPython, penDownLine, picoEffectOf } from './language.ts';

/** Default step time of the board; slower than most machines need. */
const defaultStepUs = 1200;
const maxPieceUs = 1_000_000;
const liftTimeoutMs = 5_000;

const dialect: LineDialect = {
  name: 'pico',
  system: microPython,
  answersAlways: ours.askStatus,
  effectOf: picoEffectOf,
  reportedBy: () => undefined,
};

/**
 * The board moves relative to the pen and has no origin, so the driver tracks its position: `ZERO` sends nothing,
 * `HOME` moves back by the sum of completed moves.
 */
export class PicoDriver extends LinesDriver {
  #stepUs = defaultStepUs;
  #stops = 0;
  /** Set by the user, because the board does not report it. */
  #defaultPenDown: number | undefined;
  #place: MachinePosition = { position: null, pen: null };
  #isNewSession = true;
  /** Serialises commands, including those that send nothing. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(deps: DriverDeps) {
    super({ ...deps, dialect, onEvent: (event) => this.#hear(event) });
  }

  override get tellsPosition(): 'no' {
    return 'no';
  }

  override begin(command: string, options: SendOptions): CommandHandle {
    const { session = this.session } = options;
    const stops = this.#stops;
    const accepted = this.#last.then(() => {
      if (stops !== this.#stops) throw new LinkError('aborted', { code: 'stopped-unsent' }, command);
      return this.#carryOut(command, { ...options, session });
    });
    this.#last = accepted.catch(() => undefined);
    const executed = accepted.then(() => undefined);
    executed.catch(() => undefined);
    return { accepted, executed };
  }

  #ask(line: string, options: SendOptions): Promise<Reply> {
    return sendAndWait({ begin: (...args) => super.begin(...args) }, line, options);
  }

  /** Lifts the pen after the stop, because STOP leaves it as it is. */
  override stop(onWritten?: () => void): Promise<Reply> {
    this.#stops++;
    const asked = super.stop(onWritten);
    asked.then(() => this.#ask(ours.liftPen, { timeoutMs: liftTimeoutMs })).catch(() => undefined);
    return asked;
  }

  override configure(profile: Profile): void {
    this.#stepUs = profile.stepIntervalUs ?? this.#stepUs;
    this.#defaultPenDown = profile.penHeights?.down;
    super.configure(profile);
  }

  /** Without a default that could be restored afterwards, no height is accepted. */
  override effectOf(command: string): Effect {
    const effect = super.effectOf(command);
    if (effect.penHeight === undefined || this.#defaultPenDown !== undefined) return effect;
    return { ...effect, problem: 'no-pen-heights' };
  }

  #carryOut(command: string, options: SendOptions): Promise<Reply> {
    switch (verbOf(command)) {
      case 'ZERO':
        return this.#answer(command, options, 'OK ZERO');
      case 'SYNC':
        return this.#answer(command, options, `OK SYNC_${command.trim().split(/\s+/, 2)[1] ?? ''}`);
      case 'HOME':
        return this.#goHome(command, options);
      case 'MOVE':
        return this.#move(command, options);
      case 'PENHEIGHT':
        return this.#setPenHeight(command, options);
      default:
        return this.#ask(command, options);
    }
  }

  /**
   * A long move is sent in pieces, because the board reads STOP only after earlier commands. Without
   * acceleration the motion is the same.
   */
  async #move(command: string, options: SendOptions): Promise<Reply> {
    const { move } = this.effectOf(command);
    const by = typeof move === 'object' && 'by' in move ? move.by : undefined;
    const longest = by === undefined ? 0 : Math.max(Math.abs(by.x), Math.abs(by.y));
    const pieces = Math.ceil((longest * this.#stepUs) / maxPieceUs);
    if (by === undefined || pieces < 2) return this.#ask(command, options);
    const stops = this.#stops;
    const lines: string[] = [];
    let done = { x: 0, y: 0 };
    for (let piece = 1; piece <= pieces; piece++) {
      if (this.#stops !== stops) return stopped(command, lines);
      const next = { x: Math.round((by.x * piece) / pieces), y: Math.round((by.y * piece) / pieces) };
      const reply = await this.#ask(ours.moveTo({ x: next.x - done.x, y: next.y - done.y }), options);
      lines.push(...reply.lines);
      if (!reply.ok || piece === pieces) return { ...reply, sent: command, lines };
      done = next;
    }
    return stopped(command, lines);
  }

  async #setPenHeight(command: string, options: SendOptions): Promise<Reply> {
    const asked = parsePenHeight(command);
    const defaultDown = this.#defaultPenDown;
    if (asked === undefined || Number(asked) < 0)
      return this.#answer(command, options, 'ERR ARGS write it as PENHEIGHT <degrees or microseconds>');
    if (defaultDown === undefined) {
      const line = asked === null ? 'OK PEN_HEIGHT' : 'ERR RANGE set the pen heights of the plotter first';
      return this.#answer(command, options, line);
    }
    const reply = await this.#ask(penDownLine(asked ?? defaultDown), options);
    return { ...reply, sent: command };
  }

  async #goHome(command: string, options: SendOptions): Promise<Reply> {
    const { position } = this.#place;
    if (position === null)
      return this.#answer(
        command,
        options,
        'ERR POSITION the position of the pen is unknown; send ZERO at the origin',
      );
    const lines: string[] = [];
    const isThere = position.x === 0 && position.y === 0;
    for (const line of [ours.liftPen, ...(isThere ? [] : [this.#wayHome(position)])]) {
      const reply = await this.#carryOut(line, options);
      lines.push(...reply.lines);
      if (!reply.ok) return { ...reply, sent: command, lines };
    }
    return this.#answer(command, options, 'OK HOME', lines);
  }

  #wayHome({ x, y }: { x: number; y: number }): string {
    const isRelative = 'by' in Object(super.effectOf(ours.moveTo({ x, y })).move);
    return ours.moveTo(isRelative ? { x: -x + 0, y: -y + 0 } : { x: 0, y: 0 });
  }

  async #answer(
    command: string,
    { session, signal }: SendOptions,
    terminalLine: string,
    before: readonly string[] = [],
  ): Promise<Reply> {
    if (!this.isOpen) throw new LinkError('closed', { code: 'not-connected' }, command);
    if (session !== this.session) throw new LinkError('other-session', { code: 'port-reopened' }, command);
    if (signal?.aborted) throw new LinkError('aborted', { code: 'abandoned-unsent', command }, command);
    const ok = terminalLine.startsWith('OK');
    const reply = { sent: command, ok, terminalLine, lines: [...before, terminalLine] };
    this.link.tell({ type: 'begun', command });
    this.link.tell({ type: 'accepted', reply });
    this.link.tell({ type: 'reply', reply });
    return reply;
  }

  #hear(event: LinkEvent): void {
    if (event.type === 'session' || event.type === 'reset') {
      this.#place = { position: null, pen: null };
      this.#isNewSession = true;
    } else if (event.type === 'reply' && event.reply.ok) {
      this.#stepUs = stepUsOf(event.reply.sent) ?? this.#stepUs;
      this.#place = positionAfter(this.#place, this.effectOf(event.reply.sent));
    } else if (event.type === 'unanswered') {
      this.#place = positionInDoubt(this.#place, this.effectOf(event.line));
    }
    if (event.type === 'state' && event.state.state === 'ready' && this.#isNewSession) this.#start();
  }

  /** Makes the pen position the origin until the user sets a different one. */
  #start(): void {
    this.#isNewSession = false;
    this.#place = { ...this.#place, position: { x: 0, y: 0 } };
    this.link.tell({ type: 'reported', reported: { position: { x: 0, y: 0 } } });
  }
}

/** In microseconds between two steps. */
function stepUsOf(command: string): number | undefined {
  const match = /^SPEED\s+(\d{1,9})$/i.exec(command.trim());
  return match === null ? undefined : Number(match[1]);
}

function stopped(command: string, lines: readonly string[]): Reply {
  const terminalLine = 'ERR STOPPED';
  return { sent: command, ok: false, terminalLine, lines: [...lines, terminalLine] };
}
